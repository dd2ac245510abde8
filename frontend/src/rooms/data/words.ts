import type { Role } from "../../wire/data";

/** The roles of a column, as the page names them. */
export const ROLES: { role: Role; title: string; hint: string }[] = [
  { role: "label", title: "label", hint: "which class a row is of" },
  { role: "text", title: "text", hint: "its words are counted" },
  { role: "number", title: "number", hint: "taken as it is" },
  { role: "category", title: "category", hint: "a yes or no for each value" },
  { role: "date", title: "date", hint: "taken as a point in time" },
  { role: "id", title: "identifier", hint: "names the row, is not learned from" },
  { role: "split", title: "train or test", hint: "says which rows are kept for testing" },
  { role: "leave", title: "left out", hint: "not looked at" },
];

export const ENCODINGS: { value: string; title: string }[] = [
  { value: "utf-8", title: "UTF-8" },
  { value: "utf-16", title: "UTF-16" },
  { value: "latin-1", title: "Latin-1 (Western)" },
  { value: "cp1252", title: "Windows-1252 (Western)" },
  { value: "cp1250", title: "Windows-1250 (Central European)" },
  { value: "cp1251", title: "Windows-1251 (Cyrillic)" },
  { value: "iso-8859-2", title: "Latin-2 (Central European)" },
  { value: "shift_jis", title: "Shift JIS (Japanese)" },
  { value: "gb18030", title: "GB 18030 (Chinese)" },
  { value: "euc-kr", title: "EUC-KR (Korean)" },
];

export const DELIMITERS: { value: string; title: string }[] = [
  { value: ",", title: "comma" },
  { value: ";", title: "semicolon" },
  { value: "\t", title: "tab" },
  { value: "|", title: "vertical bar" },
  { value: " ", title: "space" },
];

const UNITS = ["bytes", "kB", "MB", "GB"];

/** "1.4 MB" */
export function size(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const shown = unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1);
  return `${shown} ${UNITS[unit]}`;
}

/** An estimate to three digits: 999,860 is about 1,000,000. */
export function roundedEstimate(estimate: number): number {
  return Number(estimate.toPrecision(3));
}
