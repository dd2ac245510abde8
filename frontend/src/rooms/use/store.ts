import { signal } from "@preact/signals";
import { type Host, ServerRoomStore, savedUi, saveUi } from "../../session/room-store";
import type { Frame } from "../../wire/types";
import type { RowReasonsFrame, UseAction } from "../../wire/use";

export type Page = "watch" | "label" | "versions";

const SAVED_AS = "use";

/** What is open on the page of a model in use; the rows and limits are the server's. */
export class UseStore extends ServerRoomStore<"use", UseAction> {
  readonly page = signal<Page>("watch");

  /** Why the model decides the row that is asked about as it does. */
  readonly reasons = signal<RowReasonsFrame | null>(null);

  constructor(host: Host) {
    super(host, "use");
    this.begin();
  }

  /** Labels the row that is asked about. */
  label(name: string): void {
    const row = this.view.value?.drawn?.next;
    if (row) this.send({ action: "label-row", row: row.row, label: name });
  }

  protected override receive(frame: Frame): void {
    if (frame.kind === "row-reasons") this.reasons.value = frame;
  }

  /** Takes the last label back. */
  unlabel(): void {
    if (this.view.value?.drawn?.labeled) this.store.send({ action: "undo", room: "" });
  }

  draw(even: boolean, count: number | null = null): void {
    this.send({ action: "draw-rows", even, count });
    this.page.value = "label";
  }

  repair(): void {
    const view = this.view.value;
    if (!view) return;
    this.send({ action: "repair-model", first_row: view.repair.first_row });
    this.page.value = "versions";
  }

  override handleKey(event: KeyboardEvent): boolean {
    const view = this.view.value;
    if (this.page.value !== "label" || !view?.drawn) return false;
    if (event.key === "Backspace") {
      this.unlabel();
      return true;
    }
    const name = view.classes[Number(event.key) - 1];
    if (name === undefined || !view.drawn.next) return false;
    this.label(name);
    return true;
  }

  override restoreUi(): void {
    const open = () => ({ page: this.page.value });
    const saved = savedUi<ReturnType<typeof open>>(SAVED_AS);
    if (saved) this.page.value = saved.page;
    this.endWith(saveUi(SAVED_AS, open));
  }
}
