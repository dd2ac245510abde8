import type { ComponentChildren } from "preact";
import { visible } from "../../ui/format";
import { shownOrder } from "./class-order";

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
  const order = shownOrder(classes);
  return (
    <table class={props.kind} aria-label={props.label}>
      <thead>
        <tr>
          <td class="quiet">{props.corner}</td>
          {order
            .map((place) => classes[place]!)
            .map((name) => (
              <th key={name} scope="col" title={name}>
                {heading(name)}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>
        {order.map((row) => (
          <tr key={row}>
            <th scope="row" title={classes[row]}>
              {visible(classes[row]!)}
            </th>
            {order.map((column) => (
              <td key={column} class={props.cellClass(row, column)}>
                {props.cell(row, column)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
