import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decodedFrame } from "../src/wire/frame";
import type { ViewFrame } from "../src/wire/types";

export const GOLDEN = join(import.meta.dirname, "../../tests/golden");

/** A view as a session of the Python tests sent it. */
export function goldenView(name: string): ViewFrame {
  const frame = decodedFrame(readFileSync(join(GOLDEN, `${name}.bin`)));
  if (frame.kind !== "view") throw new Error(`${name} is a ${frame.kind}`);
  return frame;
}
