import { signal } from "@preact/signals";
import { ServerRoomStore } from "../../session/room-store";
import type {
  Bound,
  CompletionsFrame,
  ExamplesFrame,
  FrontierFrame,
  GrowthNews,
  LevelsFrame,
  MatrixAction,
  ModelPythonFrame,
  NodeFrame,
  PassingModel,
  PathFrame,
  RangesFrame,
  ReasonsFrame,
  SteeringNews,
} from "../../wire/matrix";
import type { Frame } from "../../wire/types";

/** What the server has said about the current matrix, piece by piece as it was asked for. */
export abstract class MatrixAnswers extends ServerRoomStore<"matrix", MatrixAction> {
  readonly examples = signal<ExamplesFrame | null>(null);
  /** Why rows were decided so by the current model, as far as it was asked for. */
  readonly reasons = signal<Map<number, ReasonsFrame>>(new Map());
  /** The models that the steering under way has visited. */
  readonly steering = signal<{ bounds: Bound[]; models: PassingModel[] } | null>(null);
  /** The levels grown so far of the program under way. */
  readonly growing = signal<GrowthNews | null>(null);
  /** The lines that make a model again. */
  readonly python = signal<ModelPythonFrame | null>(null);
  /** Ways to go on with the want that is being written. */
  readonly completions = signal<CompletionsFrame | null>(null);
  readonly path = signal<PathFrame | null>(null);
  readonly frontier = signal<FrontierFrame | null>(null);
  readonly training = signal<number[]>([]);
  readonly best = signal<RangesFrame | null>(null);
  readonly node = signal<number | null>(null);
  readonly nodeDetail = signal<NodeFrame | null>(null);
  readonly levels = signal<LevelsFrame | null>(null);

  get progress() {
    return this.store.progress;
  }

  cancel(): void {
    this.store.stop();
  }

  /** The best found so far will do. */
  enough(): void {
    this.store.send({ action: "enough" });
  }

  protected override receive(frame: Frame): void {
    switch (frame.kind) {
      case "examples":
        this.examples.value = frame;
        break;
      case "reasons":
        this.reasons.value = new Map(this.reasons.value).set(frame.row, frame);
        break;
      case "model-python":
        this.python.value = frame;
        break;
      case "completions":
        this.completions.value = frame;
        break;
      case "news":
        this.receiveNews(frame.about, frame.news);
        break;
      case "path":
        this.path.value = frame;
        break;
      case "frontier":
        this.frontier.value = frame;
        break;
      case "training":
        this.training.value = frame.accuracies;
        break;
      case "ranges":
        if ("ranges" in frame) this.best.value = frame;
        break;
      case "node":
        if (frame.node === this.node.value) this.nodeDetail.value = frame;
        break;
      case "levels":
        this.levels.value = frame;
        break;
    }
  }

  private receiveNews(about: string, news: unknown): void {
    if (about === "growing") this.growing.value = news as GrowthNews;
    if (about !== "steering") return;
    const { bounds, from, models } = news as SteeringNews;
    const before = from > 0 ? (this.steering.value?.models ?? []) : [];
    this.steering.value = { bounds, models: [...before, ...models] };
  }

  /** Nothing is under way any more: it was answered, stopped or refused. */
  protected forgetNews(): void {
    if (this.store.progress.value !== null) return;
    this.steering.value = null;
    this.growing.value = null;
  }

  /** Another question: nothing that was said belongs to it. */
  protected forgetAnswers(): void {
    this.examples.value = null;
    this.path.value = null;
    this.frontier.value = null;
    this.best.value = null;
    this.levels.value = null;
    this.node.value = null;
  }
}
