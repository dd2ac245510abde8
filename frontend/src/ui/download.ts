/** Lines of fields as a file that a spreadsheet opens. */
export function csvText(lines: (string | number)[][]): string {
  const field = (value: string | number) =>
    /[",\n\r]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  return `${lines.map((line) => line.map(field).join(",")).join("\r\n")}\r\n`;
}

/** Gives the person a file. */
export function offerFile(name: string, content: BlobPart, type = "text/csv"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(
    new Blob([content], { type: typeof content === "string" ? `${type};charset=utf-8` : type }),
  );
  link.download = name.replace(/[^\w.-]+/g, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
