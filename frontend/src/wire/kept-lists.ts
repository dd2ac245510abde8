import type { View, ViewFrame } from "./types";

/** Puts the beginnings before lists of which a frame has only the rest. */
export function completeLists(frame: ViewFrame, shown: View | null): void {
  for (const [part, lists] of Object.entries(frame.kept ?? {})) {
    const [fresh, known] = [frame.view, shown].map(
      (view) => view?.[part as keyof View] as Record<string, unknown[]> | undefined,
    );
    for (const [list, length] of Object.entries(lists)) {
      fresh![list] = [...(known?.[list] ?? []).slice(0, length), ...fresh![list]!];
    }
  }
}
