import type { ComponentChildren } from "preact";
import { count, visible } from "../../ui/format";
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
  /** One more column, of rows that are called none of the classes. */
  beyond?: { name: string; counts: number[] } | undefined;
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
          {props.beyond && <th scope="col">{props.beyond.name}</th>}
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
            {props.beyond && <td>{count(props.beyond.counts[row] ?? 0)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
