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
