const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** "just now", "4 min ago", "at 14:05", "on 3 Nov": when something was, seen from now. */
export function ago(at: number, now: number): string {
  const passed = now - at;
  if (passed < MINUTE_S) return "just now";
  if (passed < HOUR_S) return `${Math.floor(passed / MINUTE_S)} min ago`;
  const then = new Date(at * 1000);
  if (passed < DAY_S) {
    return `at ${then.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`;
  }
  return `on ${then.toLocaleDateString("en-GB", { day: "numeric", month: "short" })}`;
}

/** The bytes in base64, in parts that fit into one message each. */
export function partsInBase64(bytes: Uint8Array, partBytes = 384 * 1024): string[] {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += partBytes) {
    let text = "";
    for (const byte of bytes.subarray(start, start + partBytes)) text += String.fromCharCode(byte);
    parts.push(btoa(text));
  }
  return parts.length > 0 ? parts : [""];
}
