import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decodedFrame } from "../src/wire/frame";
import type { ViewFrame } from "../src/wire/types";
import { message } from "./frames";

export const GOLDEN = join(import.meta.dirname, "../../tests/golden");

/** Any frame as a session of the Python tests sent it, with other values in its header. */
export function goldenFrame(name: string, change: object): ArrayBuffer {
  const { columns, ...header } = decodedFrame(readFileSync(join(GOLDEN, `${name}.bin`)));
  return message({ ...header, ...change }, columns as Parameters<typeof message>[1]);
}

/** A view as a session of the Python tests sent it. */
export function goldenView(name: string): ViewFrame {
  const frame = decodedFrame(readFileSync(join(GOLDEN, `${name}.bin`)));
  if (frame.kind !== "view") throw new Error(`${name} is a ${frame.kind}`);
  return frame;
}
