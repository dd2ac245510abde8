/** "12 %", "0.3 %", "< 0.001 %": the share of documents that contain a word. */
export function shareText(share: number): string {
  const percent = 100 * share;
  if (percent > 0 && percent < 0.001) return "< 0.001 %";
  return `${Number(percent.toPrecision(percent < 10 ? 2 : 3))} %`;
}

/** "1", "0.01", "2.1e6": alpha and beta in a narrow column. */
export function priorText(value: number): string {
  if (value >= 1e4 || value < 1e-3) return value.toExponential(0).replace("e+", "e");
  return String(Number(value.toPrecision(value < 100 ? 2 : 3)));
}

/** Of the drawing: the tallest step, so that bars stand out beside a flat prior. */
const FULL = 0.85;

/** The outline of shares of equal intervals as steps. */
export function stepArea(shares: number[], width: number, height: number): string {
  const tallest = Math.max(1e-300, ...shares);
  const step = width / Math.max(1, shares.length);
  const parts = shares.map((share, i) => {
    const y = height - (share / tallest) * height * FULL;
    return `${i === 0 ? `M0 ${height}` : ""}V${y.toFixed(1)}H${((i + 1) * step).toFixed(1)}`;
  });
  return `${parts.join("")}V${height}Z`;
}

/** The outline of shares of equal intervals as bars with a gap between them. */
export function barArea(shares: number[], width: number, height: number): string {
  const tallest = Math.max(1e-12, ...shares);
  const step = width / Math.max(1, shares.length);
  const bars = shares.map((share, i) => {
    const y = height - (share / tallest) * height;
    const end = Math.max(i * step, (i + 1) * step - 1);
    return `M${(i * step).toFixed(1)} ${height}V${y.toFixed(1)}H${end.toFixed(1)}V${height}Z`;
  });
  return bars.join("");
}
