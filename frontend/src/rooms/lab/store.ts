import { batch, computed, signal } from "@preact/signals";
import { type Host, ServerRoomStore } from "../../session/room-store";
import type { LabAction, LabPythonFrame, NeighborCurveFrame, Point } from "../../wire/lab";
import type { Frame } from "../../wire/types";
import { LESSONS } from "./lessons/lessons";
import { openLesson, restoreLesson } from "./lessons/link";
import { LessonStore } from "./lessons/store";

export type Brush = "positive" | "negative" | "erase";
export type LabTab = "data" | "model-0" | "model-1";

const BEAT_MS = 320;
const MOST_BEATS = 80;
const PATIENCE_MS = 4000;
const SETTLED_MS = 200;

/** What is open on the page of the lab; points and models are the server's. */
export class LabStore extends ServerRoomStore<"lab", LabAction> {
  readonly lessons: LessonStore;
  readonly tab = signal<LabTab>("model-0");
  /** The brush in the hand; null when the hand only points. */
  readonly brush = signal<Brush | null>(null);
  /** The point under the pointer. */
  readonly hover = signal<number | null>(null);
  /** The model whose training is being played. */
  readonly playing = signal<number | null>(null);
  readonly curve = signal<NeighborCurveFrame | null>(null);
  readonly python = signal<LabPythonFrame | null>(null);
  /** What the hand has set and the server has not answered yet. */
  readonly held = signal<Record<string, number>>({});

  /** Whether the points are drawn from the chosen data. */
  readonly onData = computed(() => this.view.value?.source.name === "table");
  /** The points as one value that changes when they are others. */
  readonly points = computed(() => this.store.columns.value["lab.xy"] as Float32Array | undefined);

  private dragging = false;
  /** A painting that the server has not shown yet: the next stroke goes on from it. */
  private onTheWay: { points: Point[]; sentAt: number } | null = null;
  private pythonTimer = 0;
  private lastStep = 0;
  private timer = 0;
  private playGesture = 0;

  constructor(host: Host) {
    super(host, "lab");
    this.lessons = new LessonStore(this.store, LESSONS);
    this.begin(this.followAnswers, this.followPoints, this.followModels, this.followPython);
  }

  override close(): void {
    this.pause();
    window.clearTimeout(this.pythonTimer);
    super.close();
  }

  newGesture(): number {
    return this.store.newGesture();
  }

  column(name: string): Float32Array | undefined {
    return this.store.columns.value[name] as Float32Array | undefined;
  }

  moveModel(
    place: number,
    knob: string,
    value: number | null,
    gesture: number,
    drag = false,
  ): void {
    this.pause();
    this.hold(`${place} ${knob}`, value, drag);
    this.send({ action: "move-lab-model", place, knob, value, gesture }, drag);
  }

  moveSource(knob: string, value: number | null, gesture: number, drag = false): void {
    this.hold(`source ${knob}`, value, drag);
    this.send({ action: "move-lab-source", knob, value, gesture }, drag);
  }

  askPython(place: number): void {
    this.send({ action: "ask-lab-python", place });
  }

  release(): void {
    this.dragging = false;
  }

  paint(points: Point[], gesture: number): void {
    this.onTheWay = { points, sentAt: performance.now() };
    this.send({ action: "paint-lab", points, gesture }, true);
  }

  /** The points on the bench, as a painting to go on with; those just painted are among them. */
  painting(): Point[] {
    const sent = this.onTheWay;
    if (sent && performance.now() - sent.sentAt < PATIENCE_MS) return sent.points;
    const choice = this.choice.peek();
    if (choice?.source === "painted") return choice.painted;
    const columns = this.store.columns.peek();
    const xy = (columns["lab.xy"] ?? []) as Float32Array;
    const classes = (columns["lab.class"] ?? []) as Uint8Array;
    return Array.from(classes, (positive, i) => [xy[2 * i]!, xy[2 * i + 1]!, positive]);
  }

  /** Plays a training from where it stands, or from the start when it is at its end. */
  play(place: number): void {
    const way = this.view.peek()?.models[place]?.training_way;
    if (!way) return;
    this.playing.value = place;
    this.playGesture = this.newGesture();
    if (way.step >= way.steps) this.goTo(place, 0, this.playGesture);
    window.clearInterval(this.timer);
    this.timer = window.setInterval(() => this.beat(), BEAT_MS);
  }

  pause(): void {
    window.clearInterval(this.timer);
    this.playing.value = null;
  }

  goTo(place: number, step: number, gesture = this.newGesture()): void {
    const way = this.view.peek()?.models[place]?.training_way;
    if (!way) return;
    const inside = Math.max(0, Math.min(way.steps, step));
    this.send({
      action: "play-lab",
      place,
      step: inside === way.steps ? null : inside,
      gesture,
    });
  }

  private beat(): void {
    const place = this.playing.peek();
    const way = place === null ? null : this.view.peek()?.models[place]?.training_way;
    if (place === null || !way || way.step >= way.steps) {
      this.pause();
      return;
    }
    const stride = Math.max(1, Math.round(way.steps / MOST_BEATS));
    this.goTo(place, way.step + stride, this.playGesture);
  }

  private hold(key: string, value: number | null, dragging: boolean): void {
    this.dragging = dragging;
    if (value !== null) this.held.value = { ...this.held.value, [key]: value };
  }

  override restoreUi(): void {
    this.endWith(...restoreLesson(this));
  }

  override openLink(hash: string): boolean {
    return openLesson(this, hash);
  }

  /** Whether the lessons are open rather than the lab itself. */
  readonly lessonsOpen = computed(() => this.host.room.value === "lessons");

  showLessons(): void {
    this.host.room.value = "lessons";
  }

  protected override receive(frame: Frame): void {
    if (frame.kind === "neighbor-curve") this.curve.value = frame;
    if (frame.kind === "lab-python") this.python.value = frame;
  }

  private followAnswers(): void {
    const answered = this.store.arrival.value;
    const step = this.store.view.peek()?.history.now ?? 0;
    if (step < this.lastStep) this.pause(); // undone: what plays must not go on over it
    const shown = JSON.stringify(this.choice.peek()?.painted);
    if (step < this.lastStep || JSON.stringify(this.onTheWay?.points) === shown) {
      this.onTheWay = null;
    }
    this.lastStep = step;
    if (answered && !this.dragging && Object.keys(this.held.peek()).length) this.held.value = {};
  }

  /** Other points: what was said about the former ones no longer holds. */
  private followPoints(): void {
    if (!this.points.value) return;
    batch(() => {
      this.curve.value = null;
      this.hover.value = null;
    });
  }

  /** Lines of Python that stay open are those of what is shown, never of what was. */
  private followPython(): void {
    const models = this.store.state.value?.lab?.models.length ?? 0;
    const open = this.python.peek();
    window.clearTimeout(this.pythonTimer);
    if (!open) return;
    if (open.place >= models) this.python.value = null;
    else this.pythonTimer = window.setTimeout(() => this.askPython(open.place), SETTLED_MS);
  }

  private followModels(): void {
    const models = this.view.value?.models.length ?? 1;
    if (models < 2 && this.tab.peek() === "model-1") this.tab.value = "model-0";
  }
}
