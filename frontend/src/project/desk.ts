import { computed, signal } from "@preact/signals";
import { Desk } from "../desk";
import type { Store } from "../store";
import type { Frame } from "../wire/types";
import type { ListedProject, ProjectAction } from "./wire";
import { partsInBase64 } from "./words";

const TICK_MS = 20_000;

/** The project that keeps the work: what the page knows about it, and the others there are. */
export class ProjectDesk extends Desk<ProjectAction> {
  readonly open = signal(false);
  readonly others = signal<ListedProject[] | null>(null);
  /** Seconds since 1970, for "3 min ago". */
  readonly now = signal(Date.now() / 1000);
  readonly project = computed(() => this.store.shown.project.value ?? null);
  /** The step that the history stands at. */
  readonly step = computed(() => {
    const history = this.store.shown.history.value;
    return history?.steps[history.now] ?? null;
  });
  private readonly timer: number;

  constructor(store: Store) {
    super(store);
    this.begin();
    this.timer = window.setInterval(() => this.tick(), TICK_MS);
  }

  show(): void {
    this.open.value = true;
    this.tick();
    if (this.project.value?.kept) this.send({ action: "list-projects" });
  }

  rename(name: string): void {
    const wanted = name.trim();
    if (wanted && wanted !== this.project.value?.name) {
      this.send({ action: "name-project", name: wanted });
    }
  }

  /** A note about a step by its number, or about the whole. */
  note(text: string, step: number | null): void {
    const project = this.project.value;
    const now = step === null ? project?.note : project?.notes[String(step)];
    if (text.trim() !== (now ?? "")) this.send({ action: "write-note", text, step });
  }

  takeBack(): void {
    this.send({ action: "take-back" });
  }

  start(): void {
    this.open.value = false;
    this.send({ action: "new-project", name: "" });
  }

  goTo(path: string): void {
    this.open.value = false;
    this.send({ action: "open-project", path });
  }

  export(data: boolean): void {
    this.send({ action: "export-project", data });
  }

  async import(file: File): Promise<void> {
    this.open.value = false;
    const parts = partsInBase64(new Uint8Array(await file.arrayBuffer()));
    parts.forEach((content, i) => {
      const more = i + 1 < parts.length;
      this.send({ action: "import-project", file: file.name, content, more });
    });
  }

  override close(): void {
    window.clearInterval(this.timer);
    super.close();
  }

  private tick(): void {
    this.now.value = Date.now() / 1000;
  }

  protected receive(frame: Frame): void {
    if (frame.kind === "projects") this.others.value = frame.projects;
  }
}
