import { count } from "../../ui/format";
import type { Counts } from "../../wire/matrix";
import { ClassTable } from "./class-table";
import { GRID } from "./words";

/** A matrix to read: no edits. */
export function MiniMatrix(props: {
  classes: string[];
  matrix: Counts;
  referred?: number[];
  label: string;
}) {
  const small = props.classes.length > 6;
  return (
    <ClassTable
      classes={props.classes}
      label={props.label}
      kind={`mini-matrix ${small ? "mini-matrix-small" : ""}`}
      heading={(name) => (small ? name.slice(0, 2) : name)}
      cellClass={(row, column) => (row === column ? "mini-right" : "mini-error")}
      cell={(row, column) => count(props.matrix[row]?.[column] ?? 0)}
      beyond={props.referred?.length ? { name: GRID.referred, counts: props.referred } : undefined}
    />
  );
}

/** The same for many classes, as shades: right decisions blue, errors vermilion. */
export function HeatMatrix({ matrix, label }: { matrix: number[][]; label: string }) {
  const size = matrix.length;
  return (
    <svg class="heat-matrix" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      {matrix.flatMap((row, i) => {
        const total = Math.max(
          1,
          row.reduce((sum, value) => sum + value, 0),
        );
        return row.map((value, j) =>
          value > 0 ? (
            <rect
              key={`${i} ${j}`}
              class={i === j ? "heat-right" : "heat-error"}
              x={j + 0.04}
              y={i + 0.04}
              width={0.92}
              height={0.92}
              opacity={
                i === j ? 0.15 + (0.7 * value) / total : Math.min(1, 0.2 + (4 * value) / total)
              }
            />
          ) : null,
        );
      })}
    </svg>
  );
}
