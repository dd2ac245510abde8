import type { ComponentChildren } from "preact";
import { visible } from "../ui/format";

/** A table with a row for each true class and a column for each that a row may be called. */
export function ClassTable(props: {
  classes: string[];
  corner?: string;
  label?: string;
  kind: string;
  heading?: (name: string) => string;
  cellClass: (row: number, column: number) => string;
  cell: (row: number, column: number) => ComponentChildren;
}) {
  const { classes, heading = visible } = props;
  return (
    <table class={props.kind} aria-label={props.label}>
      <thead>
        <tr>
          <td class="quiet">{props.corner}</td>
          {classes.map((name) => (
            <th key={name} scope="col" title={name}>
              {heading(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {classes.map((truth, row) => (
          <tr key={truth}>
            <th scope="row" title={truth}>
              {visible(truth)}
            </th>
            {classes.map((said, column) => (
              <td key={said} class={props.cellClass(row, column)}>
                {props.cell(row, column)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
