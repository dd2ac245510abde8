import { batch, computed, signal } from "@preact/signals";
import { type Host, ServerRoomStore, savedUi, saveUi } from "../../session/room-store";
import type { Fault } from "../../session/store";
import type {
  CompareAction,
  ComparedModel,
  ComparedRowFrame,
  ComparisonFrame,
  CurvePoint,
  Interval,
  Method,
  PairExamplesFrame,
  PairFrame,
  PairsFrame,
  Score,
  ScoreCurvesFrame,
  Side,
} from "../../wire/compare";
import type { Frame } from "../../wire/types";

export type Page = "figures" | "matrices" | "pairs" | "scores" | "curves";
export type Tab = "models" | "rows";

/** Folds that have come in while models are being fitted. */
export interface Partial {
  done: number;
  of: number;
  accuracies: number[];
}

const SAVED_AS = "compare";

/** What is open on the page that compares models; the figures are the server's. */
export class CompareStore extends ServerRoomStore<"compare", CompareAction> {
  readonly page = signal<Page>("figures");
  readonly tab = signal<Tab>("models");
  readonly score = signal<Score>("f1");
  readonly side = signal<Side>("only-first");
  readonly search = signal("");
  readonly comparison = signal<ComparisonFrame | null>(null);
  readonly partial = signal<Record<string, Partial>>({});
  readonly growing = signal<Record<string, CurvePoint[]>>({});
  readonly pair = signal<PairFrame | null>(null);
  /** All pairs by the measure they were asked for. */
  readonly pairs = signal<PairsFrame | null>(null);
  /** The same, once they are there for the chosen measure. */
  readonly measured = computed(() => {
    const pairs = this.pairs.value;
    return pairs && pairs.measure === this.view.value?.measure ? pairs : null;
  });
  readonly pairsStopped = signal(false);
  readonly examples = signal<PairExamplesFrame | null>(null);
  readonly row = signal<ComparedRowFrame | null>(null);
  /** The curves of the scores, and the class they are about where one was chosen. */
  readonly scoreCurves = signal<ScoreCurvesFrame | null>(null);
  readonly focus = signal("");
  readonly wantFault = signal<Fault | null>(null);

  readonly busy = computed(() => this.store.progress.value !== null);
  /** The models in the order chosen, with whatever is known of them. */
  readonly models = computed<ComparedModel[]>(() => {
    const known = new Map(this.comparison.value?.models.map((model) => [model.name, model]));
    const choice = this.choice.value;
    return (choice?.models ?? []).map(
      ({ name }) =>
        known.get(name) ?? {
          name,
          done: 0,
          of: choice!.folds * choice!.repeats,
          standing: null,
        },
    );
  });
  /** Fits that are still to be made. */
  readonly missing = computed(() =>
    this.models.value.reduce((sum, { done, of }) => sum + of - done, 0),
  );
  /** What decides the figures, as one value. */
  private readonly asked = computed(() => {
    const state = this.store.state.value;
    const choice = this.choice.value;
    if (!state || !choice) return "";
    const { pair: _, ...rest } = choice;
    const { dataset, category, seed, corrections } = state;
    return JSON.stringify([dataset, category, seed, corrections, rest]);
  });
  /** What decides which rows are compared, and what is asked of them. */
  private readonly question = computed(() => {
    const state = this.store.state.value;
    const all = this.choice.value?.all_classes;
    if (!state) return "";
    const { dataset, category, seed, corrections } = state;
    return JSON.stringify([dataset, category, seed, corrections, all]);
  });

  private awaitingWant = false;

  constructor(host: Host) {
    super(host, "compare");
    this.begin(
      this.followQuestion,
      this.followChoice,
      this.followPair,
      this.followPairs,
      this.followScores,
      this.followStop,
      this.followFault,
    );
  }

  run(): void {
    this.partial.value = {};
    this.send({ action: "run-comparison" });
  }

  runCurves(): void {
    this.growing.value = {};
    this.send({ action: "run-curves" });
  }

  add(model: string, want: string): void {
    this.wantFault.value = null;
    this.awaitingWant = want !== "";
    this.send({ action: "add-model", model, want });
  }

  /** Shows by another measure, interval or method. */
  show(change: { measure?: string; interval?: Interval; method?: Method }): void {
    const { measure, interval, method } = { ...this.choice.value!, ...change };
    this.send({ action: "set-compared-view", measure, interval, method });
  }

  cut(change: { folds?: number; repeats?: number; seed?: number }): void {
    const { folds, repeats, seed } = { ...this.choice.value!, ...change };
    this.send({ action: "set-cuts", folds, repeats, seed });
  }

  choosePair(first: string, second: string): void {
    this.page.value = "pairs";
    if (this.view.value?.pair.join("\n") === `${first}\n${second}`) return;
    this.send({ action: "choose-pair", first, second });
  }

  /** Lists the rows in one cell of the pair's table. */
  list(side: Side): void {
    this.tab.value = "rows";
    this.side.value = side;
    this.row.value = null;
    this.askExamples();
  }

  askExamples(): void {
    this.send({ action: "pair-examples", side: this.side.peek(), search: this.search.peek() });
  }

  read(row: number): void {
    this.send({ action: "read-row", row });
  }

  protected override receive(frame: Frame): void {
    switch (frame.kind) {
      case "comparison":
        this.comparison.value = frame;
        this.partial.value = {};
        this.growing.value = {};
        break;
      case "score-curves":
        this.scoreCurves.value = frame;
        break;
      case "pair":
        this.pair.value = frame;
        break;
      case "cancelled":
        this.pairsStopped.value = true;
        break;
      case "pairs":
        this.pairs.value = frame;
        break;
      case "pair-examples":
        this.examples.value = frame;
        break;
      case "compared-row":
        this.row.value = frame;
        this.tab.value = "rows";
        break;
      case "news":
        this.hear(frame);
        break;
    }
  }

  private hear(frame: Extract<Frame, { kind: "news" }>): void {
    if (frame.about === "comparison") {
      const { name, done, of, accuracy } = frame.news;
      const accuracies = [...(this.partial.value[name]?.accuracies ?? []), accuracy];
      this.partial.value = { ...this.partial.value, [name]: { done, of, accuracies } };
    } else if (frame.about === "curves") {
      this.growing.value = { ...this.growing.value, [frame.news.name]: frame.news.points };
    }
  }

  /** Other rows or another question: nothing that was open belongs to it. */
  private followQuestion(): void {
    if (!this.question.value) return;
    batch(() => {
      this.comparison.value = null;
      this.pair.value = null;
      this.pairs.value = null;
      this.scoreCurves.value = null;
      this.focus.value = "";
      this.examples.value = null;
      this.row.value = null;
      this.partial.value = {};
      this.growing.value = {};
    });
  }

  /** Other models, folds or ways to show them: asks for what is known. */
  private followChoice(): void {
    const asked = this.asked.value;
    if (asked && this.isOpen.value) this.send({ action: "ask-comparison" });
  }

  /** Another pair, or a pair that has just been fitted: asks for its tests and its rows. */
  private followPair(): void {
    const [first, second] = this.view.value?.pair ?? [];
    const ready = this.models.value.filter(({ standing }) => standing).map(({ name }) => name);
    const method = this.choice.value?.method;
    const measure = this.choice.value?.measure;
    const here = this.isOpen.value && this.page.value === "pairs";
    if (!here || !first || !second || !method || !measure) return;
    if (!ready.includes(first) || !ready.includes(second)) return;
    this.send({ action: "ask-pair" });
    this.askExamples();
  }

  /** Other models that are fitted, or another measure: asks for all pairs by it. */
  private followPairs(): void {
    const fitted = this.models.value.filter(({ standing }) => standing).length;
    const asked = this.asked.value;
    const here = this.isOpen.value && this.page.value === "pairs";
    if (here && fitted > 1 && asked) this.askPairs();
  }

  /** Other models that are fitted, or another class: asks for the curves of their scores. */
  private followScores(): void {
    const fitted = this.models.value.filter(({ standing }) => standing).length;
    const focus = this.focus.value;
    const here = this.isOpen.value && this.page.value === "scores";
    if (here && fitted > 0 && this.asked.value) this.send({ action: "ask-score-curves", focus });
  }

  askPairs(): void {
    this.pairsStopped.value = false;
    this.send({ action: "ask-pairs" });
  }

  /** Fitting was stopped on its way: asks for the folds that were done. */
  private followStop(): void {
    if (this.busy.value) return;
    const heard = { ...this.partial.peek(), ...this.growing.peek() };
    if (Object.keys(heard).length > 0) this.send({ action: "ask-comparison" });
  }

  /** What is wrong with a want is said under its field, not on top of the page. */
  private followFault(): void {
    const fault = this.store.fault.value;
    if (!fault || !this.awaitingWant) return;
    this.awaitingWant = false;
    this.wantFault.value = fault;
    this.store.fault.value = null;
  }

  override restoreUi(): void {
    const open = () => ({
      page: this.page.value,
      tab: this.tab.value,
      side: this.side.value,
      score: this.score.value,
    });
    const saved = savedUi<ReturnType<typeof open>>(SAVED_AS);
    if (saved) {
      this.page.value = saved.page;
      this.tab.value = saved.tab;
      this.side.value = saved.side;
      this.score.value = saved.score;
    }
    this.endWith(saveUi(SAVED_AS, open));
  }
}
