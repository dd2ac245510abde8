import { count } from "../ui/format";
import type { Counts } from "./wire";

/** A matrix to read: no edits. */
export function MiniMatrix({
  classes,
  matrix,
  label,
}: {
  classes: string[];
  matrix: Counts;
  label: string;
}) {
  const small = classes.length > 6;
  return (
    <table class={`mini-matrix ${small ? "mini-matrix-small" : ""}`} aria-label={label}>
      <thead>
        <tr>
          <td />
          {classes.map((name) => (
            <th key={name} scope="col" title={name}>
              {small ? name.slice(0, 2) : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {classes.map((truth, row) => (
          <tr key={truth}>
            <th scope="row" title={truth}>
              {truth}
            </th>
            {classes.map((said, column) => (
              <td key={said} class={row === column ? "mini-right" : "mini-error"}>
                {count(matrix[row]?.[column] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
