import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { ClusterDesk } from "./clusters/desk";
import { CompareDesk } from "./compare/desk";
import { DataDesk } from "./data/desk";
import { LabDesk } from "./lab/desk";
import type { Transport } from "./link";
import { MatrixDesk } from "./matrix/desk";
import { Plane } from "./plot/plane";
import { ProjectDesk } from "./project/desk";
import { Store } from "./store";
import { warmUp } from "./warm-up";
import type { State } from "./wire/types";

export type Tab = "knobs" | "challenge" | "document" | "selection";

/** What has steps and a link of its own while it is open, such as a lesson. */
export interface OwnSteps {
  canUndo: ReadonlySignal<boolean>;
  canRedo: ReadonlySignal<boolean>;
  undo(): void;
  redo(): void;
  link(): string;
  name: string;
}

/** Everything that one page or one notebook cell holds. */
export class Session {
  readonly store: Store;
  readonly plane: Plane;
  readonly matrix: MatrixDesk;
  readonly compare: CompareDesk;
  readonly lab: LabDesk;
  readonly clusters: ClusterDesk;
  readonly data: DataDesk;
  readonly project: ProjectDesk;
  readonly room = signal("plane");
  readonly tab = signal<Tab>("knobs");
  readonly helpOpen = signal(false);
  /** A short message that goes away by itself. */
  readonly notice = signal<string | null>(null);
  /** A link to copy by hand, where the page may not write into the clipboard. */
  readonly link = signal<string | null>(null);
  /** What undo, redo and the link are about instead of the session's own state. */
  readonly own = signal<OwnSteps | null>(null);
  readonly canUndo = computed(
    () => this.own.value?.canUndo.value ?? (this.store.shown.history.value?.now ?? 0) > 0,
  );
  readonly canRedo = computed(() => {
    const history = this.store.shown.history.value;
    return this.own.value?.canRedo.value ?? (!!history && history.now < history.steps.length - 1);
  });
  private noticeTimer = 0;
  private readonly coolDown: () => void;

  constructor(transport: Transport, restore: State | null = null) {
    this.store = new Store(transport, restore);
    this.plane = new Plane(this.store);
    this.matrix = new MatrixDesk(this.store, this.room);
    this.compare = new CompareDesk(this.store, this.room);
    this.lab = new LabDesk(this.store);
    this.clusters = new ClusterDesk(this.store, this.room, (text) => this.say(text));
    this.data = new DataDesk(this.store, this.room, (text) => this.say(text));
    this.project = new ProjectDesk(this.store, this.room, (text) => this.say(text));
    this.coolDown = warmUp(this.store, this.room);
    // what went wrong in one room is not said in the next
    this.room.subscribe(() => {
      this.store.fault.value = null;
    });
  }

  undo(): void {
    if (this.own.value) this.own.value.undo();
    else this.store.send({ action: "undo" });
  }

  redo(): void {
    if (this.own.value) this.own.value.redo();
    else this.store.send({ action: "redo" });
  }

  inspect(row: number): void {
    this.store.inspect(row);
    this.tab.value = "document";
  }

  showSelection(): void {
    if (this.store.selection.value) this.tab.value = "selection";
  }

  say(text: string): void {
    window.clearTimeout(this.noticeTimer);
    this.notice.value = text;
    this.noticeTimer = window.setTimeout(() => {
      this.notice.value = null;
    }, NOTICE_MS);
  }

  /** Copies lines of Python, or says how to. */
  copyLines(text: string): void {
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject();
    copied.then(
      () => this.say("The lines are copied."),
      () => this.say("The browser lets no page copy: mark the lines and copy them."),
    );
  }

  bestLine(): void {
    this.store.send({ action: "best-line", split: "training", metric: "f1" });
  }

  nextFold(step: 1 | -1): void {
    const state = this.store.state.value;
    if (!state || this.store.shown.challenge.value) return;
    const { fold: now, folds } = state.plane;
    const fold = (now + step + folds) % folds;
    this.store.send({ action: "choose-fold", fold });
  }

  close(): void {
    this.matrix.close();
    this.compare.close();
    this.lab.close();
    this.clusters.close();
    this.data.close();
    this.project.close();
    this.coolDown();
    this.store.close();
  }
}

const NOTICE_MS = 2500;
