import { DROP } from "./words";

const SEPARATORS = [
  { mark: "\t", ending: "tsv" },
  { mark: ",", ending: "csv" },
  { mark: ";", ending: "csv" },
];

/** A pasted text as a file, if it is a table: two lines or more, with as many columns in each. */
export function pastedTable(text: string): File | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length < 2) return null;
  for (const { mark, ending } of SEPARATORS) {
    const columns = lines.slice(0, 2).map((line) => line.split(mark).length);
    if (columns[0]! >= 2 && columns[0] === columns[1]) {
      return new File([text], `${DROP.pastedName}.${ending}`);
    }
  }
  return null;
}
