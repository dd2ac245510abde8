const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A number to so many digits, small and large ones with a power of ten: "7.854 · 10⁻¹⁰". */
export function figure(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e6) {
    return Number(value.toPrecision(digits)).toString().replace("-", "−");
  }
  return scientific(value, digits);
}

/** Always with a power of ten, all digits kept: "1.730 · 10⁻³". */
export function scientific(value: number, digits = 4): string {
  const [base, power] = value.toExponential(digits - 1).split("e");
  return `${base!.replace("-", "−")} · 10${superscript(Number(power))}`;
}

/** A power in small raised digits. */
export function superscript(power: number): string {
  const digits = [...String(Math.abs(power))].map((digit) => SUPERSCRIPT[Number(digit)]).join("");
  return `${power < 0 ? "⁻" : ""}${digits}`;
}

/** A probability: "0.400", and small ones with a power of ten. */
export function chance(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  return value !== 0 && value < 1e-3 ? figure(value, 3) : value.toFixed(3);
}

/** A signed difference of errors in points of a hundred: "−1.04". */
export function points(value: number): string {
  const text = (100 * value).toFixed(2);
  return `${value > 0 ? "+" : ""}${text}`.replace("-", "−");
}
