import { count } from "../ui/format";
import { ClassTable } from "./class-table";
import type { Counts } from "./wire";

/** A matrix to read: no edits. */
export function MiniMatrix(props: { classes: string[]; matrix: Counts; label: string }) {
  const small = props.classes.length > 6;
  return (
    <ClassTable
      classes={props.classes}
      label={props.label}
      kind={`mini-matrix ${small ? "mini-matrix-small" : ""}`}
      heading={(name) => (small ? name.slice(0, 2) : name)}
      cellClass={(row, column) => (row === column ? "mini-right" : "mini-error")}
      cell={(row, column) => count(props.matrix[row]?.[column] ?? 0)}
    />
  );
}
