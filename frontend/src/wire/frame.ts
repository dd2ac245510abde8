import { KINDS } from "./kinds";
import type { Column, Columns, Frame } from "./types";

const MAGIC = 0x314d5453; // "STM1", little endian
const PREFIX_BYTES = 8;

interface ColumnSpec {
  name: string;
  dtype: string;
  shape: number[];
  offset: number;
  length: number;
}

/** A frame that this page cannot read: which part, what was expected, what came. */
export class WireError extends Error {}

/** The frame in a binary message; its columns are views of the message wherever alignment allows. */
export function decodedFrame(message: ArrayBuffer | ArrayBufferView): Frame {
  const bytes =
    message instanceof ArrayBuffer
      ? new Uint8Array(message)
      : new Uint8Array(message.buffer, message.byteOffset, message.byteLength);
  if (bytes.byteLength < PREFIX_BYTES) {
    throw new WireError(`a frame has at least ${PREFIX_BYTES} bytes; ${bytes.byteLength} came`);
  }
  const prefix = new DataView(bytes.buffer, bytes.byteOffset, PREFIX_BYTES);
  if (prefix.getUint32(0, true) !== MAGIC) {
    throw new WireError("a frame starts with STM1; this message does not");
  }
  const bodyStart = PREFIX_BYTES + prefix.getUint32(4, true);
  if (bodyStart > bytes.byteLength) {
    throw new WireError(`the header ends at byte ${bodyStart} of ${bytes.byteLength}`);
  }
  const header = parsedHeader(bytes.subarray(PREFIX_BYTES, bodyStart));
  const columns: Columns = {};
  for (const spec of header.columns) {
    columns[spec.name] = columnOf(bytes, bodyStart, spec);
  }
  return { ...header, columns } as unknown as Frame;
}

function parsedHeader(
  bytes: Uint8Array,
): Record<string, unknown> & { columns: ColumnSpec[]; kind: string } {
  let header: Record<string, unknown>;
  try {
    header = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new WireError("the header of a frame is JSON; this one is not", { cause });
  }
  const kind = String(header.kind);
  if (!KINDS.has(kind)) {
    throw new WireError(`a frame of kind ${kind} is not known here`);
  }
  return {
    ...header,
    kind,
    reply_to: Number(header.reply_to ?? 0),
    columns: (header.columns as ColumnSpec[] | undefined) ?? [],
  };
}

function columnOf(bytes: Uint8Array, bodyStart: number, spec: ColumnSpec): Column {
  const start = bodyStart + spec.offset;
  if (start + spec.length > bytes.byteLength) {
    throw new WireError(
      `column ${spec.name} ends at byte ${start + spec.length} of ${bytes.byteLength}`,
    );
  }
  const part = bytes.subarray(start, start + spec.length);
  if (spec.dtype === "u1") return part;
  if (spec.dtype !== "f4" && spec.dtype !== "u4") {
    throw new WireError(`column ${spec.name} is f4, u4 or u1; ${spec.dtype} came`);
  }
  const aligned = part.byteOffset % 4 === 0 ? part : part.slice();
  const length = spec.length / 4;
  return spec.dtype === "f4"
    ? new Float32Array(aligned.buffer, aligned.byteOffset, length)
    : new Uint32Array(aligned.buffer, aligned.byteOffset, length);
}

/** The message for an action, with the number that its answer will name. */
export function encodedAction(id: number, action: object): string {
  return JSON.stringify({ id, ...action });
}
