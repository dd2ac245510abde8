import { batch, computed, signal } from "@preact/signals";
import { type Host, savedUi, saveUi } from "../../session/room-store";
import type { Fault } from "../../session/store";
import type { Granularity, Learner } from "../../wire/matrix";
import { MatrixAnswers } from "./answers";
import { askBeside } from "./background-ranges";
import type { BuiltWant } from "./built-want";
import { mostMissed } from "./matrix-figures";
import { predictorOf } from "./predict-file";
import { Predicting } from "./predicting";

export type Page = "matrix" | "program" | "trajectory";
export type Tab = "cell" | "node" | "costs" | "test";

/** A cell by its place, row true and column predicted. */
export interface Place {
  row: number;
  column: number;
}

/** What the hand wants of a cell and has not been answered yet. */
interface Draft extends Place {
  count: number;
}

/** What was open when the page was left. */
interface Saved {
  question: string;
  page: Page;
  tab: Tab;
  cell: Place | null;
}

const REFRESH_MS = 60;
const FORGET_MS = 1500;
const SAVED_AS = "matrix";

/** What is open on the page of the matrix room; the matrix itself is the server's. */
export class MatrixStore extends MatrixAnswers {
  readonly page = signal<Page>("matrix");
  readonly tab = signal<Tab>("cell");
  readonly cell = signal<Place | null>(null);
  readonly draft = signal<Draft | null>(null);
  /** What was sent and is being steered to. */
  readonly asked = signal<Draft | null>(null);
  readonly wantText = signal("");
  readonly wantFault = signal<Fault | null>(null);
  /** The want of the builder, once something in it was chosen. */
  readonly built = signal<BuiltWant | null>(null);
  /** Whether the final test is asked for and not confirmed yet. */
  readonly testAsked = signal(false);
  readonly predicting = new Predicting();
  readonly search = signal("");
  /** Whether examples come with the closest calls first. */
  readonly doubtfulFirst = signal(false);
  /** The class whose way through the program is drawn. */
  readonly followed = signal<number | null>(null);

  override readonly view = computed(() => {
    const choice = this.choice.value;
    const view = this.store.view.value?.matrix ?? null;
    return choice && choice.shown !== null ? view : null;
  });
  /** The question, as one value that changes when its matrices are no longer comparable. */
  readonly question = computed(() => {
    const state = this.store.state.value;
    return state
      ? JSON.stringify([
          [state.dataset, state.category, state.seed, state.corrections],
          state.matrix?.all_classes,
        ])
      : "";
  });
  /** Where the positive class stands, null when there is no such class. */
  readonly positive = computed(() => {
    const view = this.view.value;
    return view?.positive ? view.classes.indexOf(view.positive) : null;
  });

  /** The class that was chosen to draw errors of, where all are asked about. */
  readonly focus = signal<number | null>(null);
  /** The class whose errors are drawn: the one looked for, the one chosen, else that of the cell. */
  readonly focused = computed(() => {
    const matrix = this.view.value?.shown.matrix ?? [];
    const chosen = this.positive.value ?? this.focus.value ?? this.cell.value?.row ?? null;
    return chosen !== null && chosen < matrix.length ? chosen : mostMissed(matrix);
  });

  private awaitingWant = false;
  private timer = 0;
  private forgetTimer = 0;
  private lastArrival: unknown = null;
  private lastFrontier = "";
  private lastOutcome: number | null = null;
  private sentWant = "";

  constructor(host: Host) {
    super(host, "matrix");
    this.begin(
      this.followQuestion,
      this.followModel,
      this.followFault,
      this.forgetAsked,
      this.forgetNews,
      this.followFocus,
      this.followOutcome,
    );
    this.endWith(askBeside(this.store, this));
  }

  override close(): void {
    this.predicting.close();
    window.clearTimeout(this.timer);
    window.clearTimeout(this.forgetTimer);
    super.close();
  }

  open(allClasses = this.choice.value?.all_classes ?? false): void {
    this.send({ action: "open-matrix", all_classes: allClasses });
  }

  choose(place: Place): void {
    const now = this.cell.peek();
    this.tab.value = "cell";
    if (now?.row === place.row && now.column === place.column && this.examples.peek()) return;
    this.cell.value = place;
    this.askSoon();
  }

  isLocked({ row, column }: Place): boolean {
    const classes = this.view.value?.classes ?? [];
    const locked = this.choice.value?.locked ?? [];
    return locked.some(([truth, said]) => truth === classes[row] && said === classes[column]);
  }

  lock(place: Place): void {
    const classes = this.view.value!.classes;
    this.send({
      action: "lock-cell",
      true: classes[place.row]!,
      predicted: classes[place.column]!,
      locked: !this.isLocked(place),
    });
  }

  /** Steers until the cell is as wanted; a newer wish replaces an older one. */
  edit(place: Place, count: number): void {
    const view = this.view.value!;
    this.draft.value = null;
    if (view.shown.matrix[place.row]![place.column] === count) return;
    this.asked.value = { ...place, count };
    this.wantFault.value = null;
    this.send({
      action: "edit-cell",
      true: view.classes[place.row]!,
      predicted: view.classes[place.column]!,
      count,
    });
  }

  /** Takes what is typed into the want and asks how it could go on. */
  writeWant(text: string): void {
    this.wantText.value = text;
    this.wantFault.value = null;
    if (text !== "") this.send({ action: "complete-want", text });
  }

  want(text: string): void {
    this.wantFault.value = null;
    this.awaitingWant = true;
    this.wantText.value = text;
    this.sentWant = text;
    this.send({ action: "ask-want", want: text });
  }

  chooseModel(
    model: string,
    settings: {
      levels?: number;
      freeze?: number;
      granularity?: Granularity;
      learner?: Learner;
      published?: boolean;
    } = {},
  ): void {
    const choice = this.choice.value;
    this.send({
      action: "choose-model",
      model,
      levels: settings.levels ?? choice?.levels ?? 15,
      freeze: settings.freeze ?? choice?.freeze ?? 0.1,
      granularity: settings.granularity ?? choice?.granularity ?? "root",
      learner: settings.learner ?? choice?.learner ?? "auto",
      published: settings.published ?? choice?.published ?? false,
    });
  }

  /** Ask for the weights of a node; the cells of an adaptive program have none to show. */
  private askNode(node: number): void {
    if (this.view.peek()?.program?.kind !== "positions") this.send({ action: "ask-node", node });
  }

  chooseNode(node: number | null): void {
    this.node.value = node;
    this.nodeDetail.value = null;
    if (node === null) return;
    this.tab.value = "node";
    this.askNode(node);
  }

  /** Shows the way of an example through the program. */
  follow(row: number): void {
    this.send({ action: "follow-row", row });
    this.node.value = null;
    this.page.value = "program";
    this.tab.value = "node";
  }

  /** Asks once why a row was decided so. */
  explain(row: number): void {
    if (!this.reasons.peek().has(row)) this.send({ action: "explain-row", row });
  }

  askExamples(): void {
    const place = this.cell.peek();
    const view = this.view.peek();
    if (!place || !view) return;
    const answers =
      view.shown.referred.length > 0 ? [...view.classes, view.referral] : view.classes;
    const [truth, said] = [view.classes[place.row], answers[place.column]];
    if (truth === undefined || said === undefined) return;
    this.send({
      action: "cell-examples",
      true: truth,
      predicted: said,
      search: this.search.peek(),
      doubtful_first: this.doubtfulFirst.peek(),
    });
  }

  /** The examples once the hand rests: arrow keys may pass many cells. */
  askSoon(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.askExamples(), REFRESH_MS);
  }

  /** Another question: nothing that was open belongs to it. */
  private followQuestion(): void {
    const question = this.question.value;
    if (!question) return;
    batch(() => {
      const before = savedUi<Saved>(SAVED_AS);
      const kept = before?.question === question ? before : null;
      this.cell.value = kept?.cell ?? null;
      if (kept) {
        this.page.value = kept.page;
        this.tab.value = kept.tab;
      } else if (this.tab.peek() === "node") this.tab.value = "cell";
      this.forgetAnswers();
      this.followed.value = null;
      this.focus.value = null;
      this.lastFrontier = "";
      this.wantText.value = "";
      this.wantFault.value = null;
      this.built.value = null;
      this.lastOutcome = null;
    });
  }

  /** The want that the outcome answers stands in its field, also after a reload or an undo. */
  private followOutcome(): void {
    const number = this.choice.value?.outcome ?? null;
    const asked = this.view.value?.outcome?.asked ?? "";
    if (!this.question.value || number === this.lastOutcome) return;
    this.lastOutcome = number;
    this.wantFault.value = null;
    // What was typed and not sent yet stays.
    if (asked || this.wantText.peek() === this.sentWant) this.wantText.value = asked;
  }

  /** Another current model, or other pins: asks again for what depends on them. */
  private followModel(): void {
    const shown = this.view.value?.shown.number;
    const pins = JSON.stringify(this.choice.value?.pins ?? {});
    const here = this.isOpen.value;
    const page = this.page.value;
    batch(() => {
      this.asked.value = null;
      this.draft.value = null;
    });
    this.awaitingWant = false;
    this.reasons.value = new Map();
    this.python.value = null;
    if (shown === undefined || !here || pins === undefined) return;
    if (page === "trajectory") this.send({ action: "ask-training" });
    if (this.best.peek()) this.send({ action: "ask-ranges" });
    const node = this.node.peek();
    const nodes = this.view.peek()?.program?.nodes.length ?? 0;
    if (node !== null && node < nodes) this.askNode(node);
    else this.node.value = null;
    const path = this.path.peek();
    if (path && nodes) this.send({ action: "follow-row", row: path.row });
    else this.path.value = null;
    this.askSoon();
  }

  /** The frontier of the errors that are drawn, where they are. */
  private followFocus(): void {
    const view = this.view.value;
    const name = view?.classes[this.focused.value];
    const pins = JSON.stringify(this.choice.value?.pins ?? {});
    const drawn = this.positive.value !== null || this.page.value === "trajectory";
    const asked = JSON.stringify([this.question.value, view?.shown.number, pins, name]);
    if (!view || name === undefined || !this.isOpen.value) return;
    if (!drawn || asked === this.lastFrontier) return;
    this.lastFrontier = asked;
    this.send({ action: "ask-frontier", focus: view.positive ? "" : name });
  }

  /** A wish that was answered, or that was cancelled and is not under way any more. */
  private forgetAsked(): void {
    const answered = this.store.arrival.value;
    const busy = this.store.progress.value !== null;
    window.clearTimeout(this.forgetTimer);
    if (answered !== this.lastArrival) {
      this.lastArrival = answered;
      this.asked.value = null;
    } else if (!busy) {
      this.forgetTimer = window.setTimeout(() => {
        if (this.store.progress.peek() === null) this.asked.value = null;
      }, FORGET_MS);
    }
  }

  /** What is wrong with a want is said under its field, not on top of the page. */
  private followFault(): void {
    const fault = this.store.fault.value;
    if (!fault) return;
    this.asked.value = null;
    if (!this.awaitingWant) return;
    this.awaitingWant = false;
    this.wantFault.value = fault;
    this.store.fault.value = null;
  }

  override restoreUi(): void {
    this.predicting.predictor = predictorOf(() => this.store.place.value);
    const save = saveUi(SAVED_AS, () => {
      const question = this.question.value;
      const open = { page: this.page.value, tab: this.tab.value, cell: this.cell.value };
      return question ? { question, ...open } : null;
    });
    this.endWith(save);
  }
}
