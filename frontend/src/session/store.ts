import { batch, computed, type Signal, signal } from "@preact/signals";
import { offerFile } from "../ui/download";
import { saying } from "../ui/naming";
import { completeLists } from "../wire/kept-lists";
import type {
  Action,
  Columns,
  DocumentDetail,
  DocumentLine,
  Frame,
  Line,
  Measures,
  SplitName,
  State,
  View,
  ViewFrame,
} from "../wire/types";
import { Latencies, nextFrame } from "./latency";
import { Link, type Sent, type Status, type Transport } from "./link";
import { picks } from "./picks";

export interface Fault {
  /** A fixed word for the kind of error; none for errors of the page itself. */
  code?: string;
  what: string;
  todo: string;
  /** The character (from 0) of a text that could not be read. */
  position?: number;
  needs?: Needs;
}

/** A data file that a project looks for: it can be pointed at. */
export interface Needs {
  file: string;
  project: string;
}

interface Progress {
  task: string;
  done: number | null;
  message?: string;
  /** The number of the request that it is of; 0 for one that nobody sent. */
  reply_to?: number;
}

/** What the hand has set and the server has not answered yet; shown at once. */
interface Hand {
  knobs: Record<string, number | null>;
}

/** How the newest columns came to be, for the painters: glide to them or stand there at once. */
interface Arrival {
  dragging: boolean;
}

interface Hits {
  word: string;
  count: number;
  rows: Set<number>;
}

/** The documents inside a lasso. */
export interface Selection {
  split: SplitName;
  rows: number[];
}

const STATE_PARTS = ["dataset", "category"] as const;
const CHOICE_PARTS = ["folds", "fold", "features", "curve", "tuned"] as const;
const VIEW_PARTS = [
  "datasets",
  "categories",
  "all_features",
  "row_word",
  "term_word",
  "knobs",
  "tuning",
  "prior",
  "training",
  "validation",
  "folds",
  "history",
  "own_histories",
  "challenge",
  "project",
] as const;
const QUESTION_PARTS = ["dataset", "category", "seed"] as const;
const LINE_PARTS = ["slope", "intercept", "curve", "default", "bayes_intercept"] as const;
const LISTED = 200;
/** What moves points or the line while the hand drags. */
const MOVES = new Set(["move-knob", "move-line", "set-word"]);
const EMPTY_HAND: Hand = { knobs: {} };

/** One session as the page sees it. All signals of a frame change in one batch. */
export class Store {
  readonly status: Signal<Status> = signal<Status>("connecting");
  readonly state = signal<State | null>(null);
  readonly view = signal<View | null>(null);
  /** Parts of the state and the view, for panels that show only these. */
  readonly stateParts = {
    ...picks(this.state, STATE_PARTS),
    ...picks(
      computed(() => this.state.value?.plane ?? null),
      CHOICE_PARTS,
    ),
  };
  readonly viewParts = picks(this.view, VIEW_PARTS);
  readonly columns = signal<Columns>({});
  readonly arrival = signal<Arrival>({ dragging: false });
  readonly hand = signal<Hand>(EMPTY_HAND);
  readonly progress = signal<Progress | null>(null);
  /** Whether the newest of what was asked has no answer yet. */
  readonly unanswered = signal(false);
  readonly fault = signal<Fault | null>(null);
  readonly document = signal<DocumentDetail | null>(null);
  readonly documents = signal<Map<number, DocumentLine>>(new Map());
  readonly hits = signal<Hits | null>(null);
  readonly selection = signal<Selection | null>(null);
  /** The measures shown before the newest step, for "change since the last step". */
  readonly before = signal<Record<SplitName, Measures> | null>(null);
  readonly latencies = new Latencies();
  /** Called with the frames that are not kept here. */
  readonly listeners = new Set<(frame: Frame) => void>();

  private lastLine: Line | null = null;
  /** The line as the hand has it; another value only when something about it changed. */
  readonly line = computed(() => {
    const line = this.view.value?.line;
    if (!line) return null;
    const knobs = this.hand.value.knobs;
    const slope = knobs.slope ?? line.slope;
    const asked = "intercept" in knobs ? knobs.intercept : line.intercept;
    const intercept = asked ?? line.bayes_intercept;
    const same = slope === line.slope && intercept === line.intercept;
    const next = { ...line, slope, intercept, default: same ? line.default : false };
    const last = this.lastLine;
    if (!last || LINE_PARTS.some((part) => last[part] !== next[part])) this.lastLine = next;
    return this.lastLine;
  });

  /** The decision curve when its degree is above 1: slope and intercept then do not decide. */
  readonly curve = computed<Float32Array | null>(() => {
    const curve = this.columns.value.curve as Float32Array | undefined;
    return (this.view.value?.line?.curve ?? 1) > 1 && curve && curve.length >= 4 ? curve : null;
  });

  /** How rows and what they hold are called in the data that is open. */
  readonly say = computed(() => {
    const { row_word: row, term_word: term } = this.viewParts;
    return saying(row.value ?? "document", term.value ?? "word");
  });

  readonly ready = computed(() => this.view.value !== null);

  /** The file of the project that this window is on; empty where nothing is saved. */
  readonly place = computed(() => this.viewParts.project.value?.place ?? "");

  /** Whether any data has been chosen: not while a first file is only looked at. */
  readonly hasData = computed(() => {
    const history = this.viewParts.history.value;
    return history?.steps[history.now]?.dataset !== "";
  });

  /** Whether the documents have no labels: all are in one category. */
  readonly unlabeled = computed(() => this.viewParts.categories.value?.length === 1);

  /** Whether a word was found after the lasso was drawn. */
  private readonly foundLast = signal(false);
  /** The rows to keep bright while the rest fades: of a lasso and a found word the newer one's. */
  readonly highlight = computed<Set<number> | null>(() => {
    const selected = this.selection.value;
    const found = this.hits.value?.rows ?? null;
    if (!selected || (found && this.foundLast.value)) return found;
    return new Set(selected.rows);
  });

  private readonly link: Link;
  private revision = -1;
  /** The revision shown when the connection was lost. */
  private lostAt = -1;
  private lastSent = 0;
  private handId = 0;
  /** The newest search: an answer to an earlier one comes too late. */
  private searchId = 0;
  private gesture = Date.now() % 1_000_000_000;
  private drags = new Map<number, boolean>();
  private restore: State | null;

  /** `project` is the file of the project that this window was on before a reload. */
  constructor(transport: Transport, restore: State | null = null, project = "") {
    this.restore = restore;
    this.link = new Link(transport, {
      opening: () => ({ action: "open", project: this.place.peek() || project }),
      frame: (frame) => this.receive(frame),
      status: (status) => this.connectionChanged(status),
      sent: (sent) => this.noteSent(sent),
      fault: (error) => this.report(error),
    });
  }

  /** Of actions with the same `key` only the newest is sent while an earlier one is answered. */
  send(action: Action, dragging = false, key?: string): void {
    this.link.request(action, dragging, key);
  }

  newGesture(): number {
    this.gesture += 1;
    return this.gesture;
  }

  moveKnob(knob: string, value: number | null, gesture: number, dragging = false): void {
    // One batch: the question goes out before the page draws what the hand holds.
    batch(() => {
      this.hold({ [knob]: value });
      this.send({ action: "move-knob", knob, value, gesture }, dragging);
    });
  }

  moveLine(slope: number, intercept: number, gesture: number, dragging = true): void {
    batch(() => {
      this.hold({ slope, intercept });
      this.send({ action: "move-line", slope, intercept, gesture }, dragging);
    });
  }

  inspect(row: number): void {
    this.send({ action: "inspect", row });
  }

  search(word: string): void {
    const wanted = word.trim();
    if (wanted) this.send({ action: "search", word: wanted });
    else this.forgetSearch();
  }

  /** What was found, or is being looked for, is no longer asked. */
  forgetSearch(): void {
    this.hits.value = null;
    this.searchId = Number.POSITIVE_INFINITY;
  }

  select(rows: number[], split: SplitName): void {
    batch(() => {
      this.selection.value = rows.length > 0 ? { split, rows } : null;
      this.foundLast.value = false;
    });
  }

  /** Asks for the names of documents that are not known yet. */
  list(rows: number[]): void {
    const unknown = rows.filter((row) => !this.documents.value.has(row)).slice(0, LISTED);
    if (unknown.length > 0) this.send({ action: "list-documents", rows: unknown });
  }

  /** Stops the task that is shown, or else what was asked last, even if it still waits. */
  stop(): void {
    this.send({ action: "cancel", request: this.progress.peek()?.reply_to || this.lastSent });
  }

  /** The window may be going away: what the hand did last is sent now. */
  leave(): void {
    this.link.flush();
  }

  close(): void {
    this.link.close();
  }

  private hold(knobs: Record<string, number | null>): void {
    if (this.status.value === "lost") return;
    this.handId = Number.POSITIVE_INFINITY;
    this.hand.value = { knobs: { ...this.hand.value.knobs, ...knobs } };
  }

  private noteSent(sent: Sent): void {
    const name = sent.action.action;
    if (name === "cancel" || name === "enough") return; // the task they are about answers
    this.lastSent = sent.id;
    if (name === "search") this.searchId = sent.id;
    this.unanswered.value = true;
    if (name === "move-knob" || name === "move-line") this.handId = sent.id;
    if (MOVES.has(name)) this.drags.set(sent.id, sent.dragging);
    this.latencies.sent(sent);
  }

  private connectionChanged(status: Status): void {
    batch(() => {
      this.status.value = status;
      if (status === "open") {
        this.lostAt = Math.max(this.lostAt, this.revision);
        this.revision = -1;
        this.lastSent = 0;
        this.searchId = 0;
      }
      this.hand.value = EMPTY_HAND;
      this.progress.value = null;
      this.unanswered.value = false;
    });
    this.drags.clear();
    this.latencies.forget();
  }

  private receive(frame: Frame): void {
    const answers = frame.kind !== "progress" && frame.kind !== "news";
    batch(() => {
      if (answers && frame.reply_to === this.lastSent) this.unanswered.value = false;
      switch (frame.kind) {
        case "view":
          this.receiveView(frame);
          break;
        case "document":
          this.document.value = frame.document;
          break;
        case "documents":
          this.receiveDocuments(frame.documents);
          break;
        case "hits":
          if (frame.reply_to < this.searchId) break;
          this.hits.value = {
            word: frame.word,
            count: frame.count,
            rows: new Set(frame.columns.rows ?? []),
          };
          this.foundLast.value = true;
          break;
        case "progress":
          this.progress.value = frame;
          break;
        case "news":
          for (const listen of this.listeners) listen(frame);
          break;
        case "cancelled":
          this.progress.value = null;
          this.releaseHand(frame.reply_to);
          for (const listen of this.listeners) listen(frame);
          break;
        case "error":
          this.fault.value = frame.error;
          this.progress.value = null;
          this.releaseHand(frame.reply_to);
          break;
        case "file":
          this.progress.value = null;
          offerFile(frame.name, new Uint8Array(frame.columns.bytes!), "application/octet-stream");
          break;
        default:
          this.progress.value = null;
          for (const listen of this.listeners) listen(frame);
      }
    });
    if (answers) {
      void this.latencies.answered(frame.reply_to, nextFrame);
    }
  }

  private receiveView(frame: ViewFrame): void {
    this.releaseHand(frame.reply_to);
    const shown = this.state.value;
    const place = frame.view.project?.place ?? this.view.value?.project?.place;
    const elsewhere = place !== this.view.value?.project?.place;
    // each project counts its own revisions
    if (!elsewhere && frame.revision < this.revision) return;
    completeLists(frame, this.view.value);
    this.revision = frame.revision;
    if (shown && (elsewhere || shown.dataset !== frame.state.dataset)) this.forgetDocuments();
    if (shown && (elsewhere || !sameQuestion(shown, frame.state))) this.before.value = null;
    else this.rememberBefore(frame.view);
    this.arrival.value = { dragging: this.wasDragging(frame.reply_to) };
    this.state.value = frame.state;
    this.view.value = { ...(this.view.value ?? {}), ...frame.view } as View;
    if (Object.keys(frame.columns).length > 0) {
      this.columns.value = { ...this.columns.value, ...frame.columns };
    }
    this.progress.value = null;
    if (frame.reply_to === this.lastSent) this.fault.value = null;
    this.restoreOnce(frame, shown);
  }

  /** Row numbers mean other documents now. */
  private forgetDocuments(): void {
    this.document.value = null;
    this.documents.value = new Map();
    this.hits.value = null;
    this.selection.value = null;
  }

  private receiveDocuments(lines: DocumentLine[]): void {
    const known = new Map(this.documents.value);
    for (const line of lines) known.set(line.row, line);
    this.documents.value = known;
  }

  /**
   * A link asks for a state, or a restarted server has forgotten the one that was shown: set it
   * once the server has shown its own. A server that merely went on without us, or keeps a
   * project, is right.
   */
  private restoreOnce(frame: ViewFrame, shown: State | null): void {
    const kept = this.view.value?.project?.kept ?? false;
    const forgotten = !kept && frame.revision < this.lostAt;
    const wanted = this.restore ?? (forgotten ? shown : null);
    this.restore = null;
    this.lostAt = -1;
    if (wanted && JSON.stringify(wanted) !== JSON.stringify(frame.state)) {
      queueMicrotask(() => this.send({ action: "set-state", state: wanted }));
    }
  }

  private rememberBefore(next: Partial<View>): void {
    const shown = this.view.value;
    if (!shown?.training || !shown.validation) return;
    if (placeIn({ ...shown, ...next }) !== placeIn(shown)) {
      this.before.value = { training: shown.training.line, validation: shown.validation.line };
    }
  }

  private wasDragging(replyTo: number): boolean {
    const dragging = this.drags.get(replyTo) ?? false;
    for (const id of this.drags.keys()) if (id <= replyTo) this.drags.delete(id);
    return dragging;
  }

  private releaseHand(replyTo: number): void {
    if (replyTo >= this.handId && this.hand.value !== EMPTY_HAND) this.hand.value = EMPTY_HAND;
  }

  private report(error: unknown): void {
    const what = error instanceof Error ? error.message : String(error);
    this.fault.value = {
      what: `The page could not read an answer: ${what}.`,
      todo: "Reload the page; your work is kept by the server.",
    };
  }
}

/** Where the project's history stands, and that of the game: it changes with every step of theirs. */
function placeIn(view: Partial<View>): string {
  const histories = [view.history, view.own_histories?.challenge];
  return histories.map((each) => `${each?.now} of ${each?.steps.length}`).join(", ");
}

/** Whether figures of two states can be compared: of the same rows and the same category. */
function sameQuestion(one: State, other: State): boolean {
  const same = QUESTION_PARTS.every((part) => one[part] === other[part]);
  const folds = one.plane.folds === other.plane.folds;
  return same && folds && Boolean(one.challenge) === Boolean(other.challenge);
}
