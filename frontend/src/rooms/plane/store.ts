import { batch, computed, signal } from "@preact/signals";
import {
  type Bounds,
  type Domain,
  type Frame,
  pointsOutside,
  steadyDomain,
} from "../../points/domain";
import { mixedOrder } from "../../points/hits";
import { clippedLine, rotatedAbout, type StraightLine } from "../../points/line";
import { seenPoints, spreadOf } from "../../points/spread";
import { type Host, RoomStore } from "../../session/room-store";
import { KeyBurst } from "../../ui/key-burst";
import {
  type Frame as Message,
  SPLITS,
  type SplitName,
  type WordFrame,
  type WordOrder,
  type WordsFrame,
} from "../../wire/types";
import { type Ground, leveledBounds, leveledLine, leveledPoints } from "./level";

/** Beyond this many points a plot shows how many lie at a place instead of each of them. */
export const DENSITY_FROM = 50_000;

export type Tab = "knobs" | "words" | "document" | "selection";
type Tool = "hand" | "lasso";

const LIST_MS = 150;
const KEY_SHIFT = 0.01;
const KEY_TURN = 0.01;
const KEY_FINE = 0.1;

interface Pair {
  alpha: number;
  beta: number;
}

interface Leveled {
  from: Float32Array;
  ground: Ground;
  xy: Float32Array;
}

interface Spread {
  xy: Float32Array;
  spread: Float32Array | null;
}

/** The plane that both plots look at: its axes, the zoom, the tool in hand and the line's pivot. */
export class PlaneStore extends RoomStore {
  readonly tab = signal<Tab>("knobs");
  readonly zoom = signal<Domain | null>(null);
  readonly tool = signal<Tool>("hand");
  /** Every point, or nearly all of them without those far out. */
  readonly showAll = signal(false);
  readonly pivot = signal<[number, number] | null>(null);
  /** Heights are distances from the line, which lies flat: for clouds that lie close to it. */
  readonly level = signal(false);
  private readonly leveled = new Map<SplitName, Leveled>();
  private readonly heldGround = signal<Ground | null>(null);
  /** The table of words, the one that is chosen there, and what the hand gives it. */
  readonly words = signal<WordsFrame | null>(null);
  readonly word = signal<WordFrame | null>(null);
  readonly chosen = signal<string | null>(null);
  readonly search = signal("");
  readonly order = signal<WordOrder>("weight");
  readonly heldWord = signal<Pair | null>(null);
  /** The Python lines of the present model, while they are open. */
  readonly python = signal<string | null>(null);
  private asksPython = 0;
  private lastFit: Domain | null = null;
  private readonly fits = signal(0);
  private readonly keys = new KeyBurst();
  private readonly spreads = new Map<SplitName, Spread>();

  /** What lies flat in a level plane: the line of the server, at rest while the hand drags. */
  readonly ground = computed<Ground | null>(() => {
    const line = this.store.view.value?.line;
    if (!this.level.value || !line) return null;
    if (this.heldGround.value) return this.heldGround.value;
    const { slope, intercept } = line;
    return { slope, intercept, curve: this.store.curve.value };
  });

  /** The hand takes the line, and lets it go: meanwhile the ground stays. */
  holdGround(held: boolean): void {
    this.heldGround.value = held ? this.ground.peek() : null;
  }

  setLevel(level: boolean): void {
    this.level.value = level;
    this.fitAgain(this.showAll.value);
  }

  /** The points of a split as they are drawn. */
  points(split: SplitName): Float32Array | null {
    const xy = this.store.columns.value[`${split}.xy`] as Float32Array | undefined;
    const ground = this.ground.value;
    if (!xy || !ground) return xy ?? null;
    const known = this.leveled.get(split);
    if (known?.from === xy && known.ground === ground) return known.xy;
    const leveled = { from: xy, ground, xy: leveledPoints(xy, ground) };
    this.leveled.set(split, leveled);
    return leveled.xy;
  }

  /** A line as it is drawn. */
  drawn(line: StraightLine): StraightLine {
    return leveledLine(line, this.ground.value ?? undefined);
  }

  private readonly fit = computed(() => {
    const bounds = SPLITS.map((split) => this.shownBounds(split)).filter((each) => each !== null);
    if (bounds.length === 0 || this.fits.value < 0) return null;
    this.lastFit = steadyDomain(this.lastFit, bounds);
    return this.lastFit;
  });

  readonly domain = computed(() => this.zoom.value ?? this.fit.value);

  private shown = "";
  private listing = 0;
  private dragsWord = false;

  constructor(host: Host) {
    super(host);
    this.begin(this.followSubject, this.followWords, this.followPython);
  }

  private followSubject(): void {
    const state = this.store.state.value;
    const subject = state ? `${state.dataset} ${state.category}` : "";
    if (subject !== this.shown) {
      this.fitAgain(false);
      this.chosen.value = null;
    }
    this.shown = subject;
  }

  /** The words belong to what is shown: they are asked for again when it changes. */
  private followWords(): void {
    const state = this.store.state.value;
    if (!state || this.tab.value !== "words" || this.host.room.value !== "plane") return;
    this.askWord();
    window.clearTimeout(this.listing);
    this.listing = window.setTimeout(() => this.askWords(), LIST_MS);
  }

  askWords(): void {
    const [search, order] = [this.search.peek(), this.order.peek()];
    this.store.send({ action: "list-words", search, order }, false, "list-words");
  }

  private askWord(): void {
    const word = this.chosen.peek();
    if (word !== null) this.store.send({ action: "ask-word", word }, false, "ask-word");
  }

  askPython(): void {
    this.send({ action: "ask-plane-python" });
  }

  /** Lines that stay open are those of what is shown, never of what was. */
  private followPython(): void {
    if (!this.store.state.value || this.python.peek() === null) return;
    window.clearTimeout(this.asksPython);
    this.asksPython = window.setTimeout(() => this.askPython(), LIST_MS);
  }

  chooseWord(word: string | null): void {
    this.chosen.value = word;
    this.heldWord.value = null;
    this.askWord();
  }

  setWord({ alpha, beta }: Pair, gesture: number, dragging: boolean): void {
    const word = this.chosen.value;
    if (word === null) return;
    this.dragsWord = dragging;
    this.heldWord.value = { alpha, beta };
    this.store.send({ action: "set-word", word, alpha, beta, gesture }, dragging);
  }

  releaseWord(): void {
    this.dragsWord = false;
    this.askWord();
  }

  /** What a word should add where it occurs; 0 silences it. */
  weighWord(word: string, weight: number): void {
    this.send({ action: "weigh-word", word, weight });
  }

  resetWord(): void {
    const word = this.chosen.value;
    if (word !== null) this.send({ action: "reset-word", word });
  }

  protected override receive(frame: Message): void {
    if (frame.kind === "words") this.words.value = frame;
    if (frame.kind === "plane-python") this.python.value = frame.text;
    if (frame.kind !== "word" || frame.word.word !== this.chosen.value) return;
    this.word.value = frame;
    if (!this.dragsWord) this.heldWord.value = null;
  }

  inspect(row: number): void {
    this.store.inspect(row);
    this.tab.value = "document";
  }

  showSelection(): void {
    if (this.store.selection.value) this.tab.value = "selection";
  }

  bestLine(): void {
    this.send({ action: "best-line", split: "training", metric: "f1" });
  }

  nextFold(step: 1 | -1): void {
    const state = this.store.state.value;
    if (!state || this.store.viewParts.challenge.value) return;
    const fold = (state.plane.fold + step + state.plane.folds) % state.plane.folds;
    this.send({ action: "choose-fold", fold });
  }

  override handleKey(event: KeyboardEvent): boolean {
    if (event.key.startsWith("Arrow")) return this.nudge(event.key, event.shiftKey);
    if (event.key === "b") this.bestLine();
    else if (event.key === "n") this.nextFold(1);
    else return false;
    return true;
  }

  override stepBack(): boolean {
    const { store } = this;
    if (store.selection.value || store.hits.value || this.pivot.value) {
      store.selection.value = null;
      store.forgetSearch();
      this.pivot.value = null;
      if (this.tab.value === "selection") this.tab.value = "knobs";
    } else if (store.document.value) {
      store.document.value = null;
      this.tab.value = "knobs";
    } else return false;
    return true;
  }

  /** Back from a zoom; `all` brings in the points far out, too. */
  fitAgain(all: boolean): void {
    batch(() => {
      this.lastFit = null;
      this.fits.value = this.fits.peek() + 1;
      this.zoom.value = null;
      this.pivot.value = null;
      this.showAll.value = all;
    });
  }

  /** How many points of a split lie outside what is shown. */
  outside(split: SplitName): number {
    const domain = this.domain.value;
    const xy = this.points(split);
    return domain && xy ? pointsOutside(xy, domain) : 0;
  }

  private shownBounds(split: SplitName): Bounds | null {
    const part = this.store.viewParts[split].value;
    const bounds = (this.showAll.value ? part?.bounds : part?.main_bounds) ?? null;
    const level = this.ground.value && bounds ? this.points(split) : null;
    const positive = this.store.columns.value[`${split}.positive`] as Uint8Array | undefined;
    return level && bounds && positive ? leveledBounds(level, positive, bounds) : bounds;
  }

  /** The point about which an end of the line turns: the chosen one, or the middle of what is seen. */
  turningPoint(): [number, number] | null {
    const line = this.store.line.value;
    const domain = this.domain.value;
    if (!line || !domain) return null;
    if (this.pivot.value) return this.pivot.value;
    const seen = clippedLine(this.drawn(line), domain);
    const x = seen ? (seen[0] + seen[2]) / 2 : (domain.x0 + domain.x1) / 2;
    return [x, line.slope * x + line.intercept];
  }

  /** The line through a point with a slope, as far as the slope's knob goes. */
  turned(center: [number, number], slope: number): StraightLine {
    const knob = this.store.view.value?.knobs.find(({ name }) => name === "slope");
    const now = this.store.line.value?.slope ?? slope;
    const low = Math.min(knob?.low ?? slope, now);
    const high = Math.max(knob?.high ?? slope, now);
    return rotatedAbout(center, Math.min(high, Math.max(low, slope)));
  }

  moveLine(line: StraightLine, gesture: number, dragging: boolean): void {
    this.store.moveLine(line.slope, line.intercept, gesture, dragging);
  }

  /** Arrow keys: up and down shift the line, left and right turn it. */
  nudge(key: string, fine: boolean): boolean {
    const line = this.store.line.value;
    const domain = this.domain.value;
    const center = this.turningPoint();
    if (!line || !domain || !center) return false;
    const size = fine ? KEY_FINE : 1;
    const shift = (domain.y1 - domain.y0) * KEY_SHIFT * size;
    const turn = Math.exp(KEY_TURN * size);
    const moves: Record<string, () => StraightLine> = {
      ArrowUp: () => ({ ...line, intercept: line.intercept + shift }),
      ArrowDown: () => ({ ...line, intercept: line.intercept - shift }),
      ArrowLeft: () => this.turned(center, line.slope * turn),
      ArrowRight: () => this.turned(center, line.slope / turn),
    };
    const move = moves[key];
    if (!move) return false;
    const gesture = this.keys.gesture(() => this.store.newGesture());
    this.moveLine(move(), gesture, true);
    return true;
  }

  /**
   * By how many pixels points that coincide are set aside. Rows that are alike stay together whatever
   * the knobs say, so they are not looked for again while the hand drags.
   */
  spread(split: SplitName): Float32Array | null {
    const xy = this.points(split);
    const points = (xy?.length ?? 0) / 2;
    if (!xy || points > DENSITY_FROM) return null;
    const known = this.spreads.get(split);
    const kept = known?.xy.length === xy.length && this.store.arrival.peek().dragging;
    if (known && (known.xy === xy || kept)) return known.spread;
    const spread = spreadOf(xy, mixedOrder(points));
    this.spreads.set(split, { xy, spread });
    return spread;
  }

  /** The points of a split where they are seen. */
  seen(split: SplitName, frame: Frame): Float32Array | null {
    const xy = this.points(split);
    const domain = this.domain.value;
    return xy && domain ? seenPoints(xy, this.spread(split), domain, frame) : null;
  }
}
