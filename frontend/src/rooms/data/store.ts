import { batch, computed, effect, signal } from "@preact/signals";
import { FIRST_ROOM, type Host, ServerRoomStore, savedUi } from "../../session/room-store";
import type { Fault } from "../../session/store";
import type {
  AtHandFrame,
  DataAction,
  DataChoice,
  LookFrame,
  ReadOptions,
  Role,
  StopWordsFrame,
  TextChoice,
} from "../../wire/data";
import type { Frame } from "../../wire/types";
import { type Upload, type Uploader, UploadFault, uploadFile } from "./upload";
import { HEAD, OPEN } from "./words";

export type Page = "table" | "text";

const LOOK_MS = 120;

/** What can be said about how a file is read, apart from the roles of its columns. */
type FileOptions = Omit<
  ReadOptions,
  "label" | "text" | "drop" | "roles" | "positive" | "rename_classes" | "zeros_missing" | "vectors"
>;

/** What is open on the page of the data room; the choices are the server's. */
export class DataStore extends ServerRoomStore<"data", DataAction> {
  readonly page = signal<Page>("table");
  readonly atHand = signal<AtHandFrame | null>(null);
  readonly look = signal<LookFrame | null>(null);
  /** The stop words of the language asked about last. */
  readonly stopWords = signal<StopWordsFrame | null>(null);
  /** Which of the first documents is looked at, or words that were typed. */
  readonly lookRow = signal(0);
  readonly lookTyped = signal<string | null>(null);
  /** What is wrong with the file that was to be opened or loaded. */
  readonly openFault = signal<Fault | null>(null);
  readonly sending = signal<{ name: string; part: number } | null>(null);
  /** How files reach the server; none in a notebook, where they are there already. */
  upload: Uploader | null = null;

  readonly hasText = computed(
    () => this.view.value?.columns.some((c) => c.role === "text") ?? false,
  );
  /** Whether the session's data set is the open file exactly as it is chosen now. */
  readonly isLoaded = computed(() => {
    const choice = this.choice.value;
    return (
      choice !== null && choice.loaded !== "" && choice.loaded === this.store.state.value?.dataset
    );
  });

  /** What this window has asked of a file and not heard of yet. */
  readonly awaiting = signal<"open" | "load" | null>(null);
  /** The choice as asked: what the next change builds on before the server has answered. */
  private asked: DataChoice | null = null;
  private fetching = false;
  private under: Upload | null = null;
  private timer = 0;

  constructor(host: Host) {
    super(host, "data");
    this.begin(
      this.followState,
      this.followAnswers,
      this.followFault,
      this.followText,
      this.followMenu,
    );
  }

  override close(): void {
    window.clearTimeout(this.timer);
    this.under?.cancel();
    super.close();
  }

  override restoreUi(): void {
    this.upload = uploadFile;
    if (savedUi("room") === null) this.startHere();
  }

  /** A page that was started on a file opens in this room, once. */
  private startHere(): void {
    const stop = effect(() => {
      const state = this.store.state.value;
      if (!state) return;
      if (state.data && !state.data.loaded) this.host.room.value = "data";
      queueMicrotask(() => stop());
    });
  }

  open(path: string): void {
    this.openFault.value = null;
    this.awaiting.value = "open";
    this.send({ action: "open-file", path });
  }

  /** Takes in what was dropped or chosen: one file. */
  take(files: FileList | File[] | null): void {
    const [file, second] = [...(files ?? [])];
    if (!file || !this.upload) return;
    if (second) {
      this.openFault.value = {
        what: OPEN.oneFile,
        todo: OPEN.oneFileTodo,
      };
      return;
    }
    this.bring(file, (path) => this.open(path));
  }

  /** Brings a file to the server and goes on with its path there. */
  bring(file: File, goOn: (path: string) => void): void {
    if (!this.upload) return;
    this.openFault.value = null;
    this.sending.value = { name: file.name, part: 0 };
    this.under = this.upload(file, (part) => {
      this.sending.value = { name: file.name, part };
    });
    this.under.done.then(
      (path) => {
        this.sending.value = null;
        goOn(path);
      },
      (fault: unknown) => {
        this.sending.value = null;
        if (fault instanceof UploadFault && fault.what) this.openFault.value = fault;
      },
    );
  }

  cancelUpload(): void {
    this.under?.cancel();
  }

  /** Downloads a collection; the menu has it afterwards. */
  fetch(name: string): void {
    this.fetching = true;
    this.send({ action: "fetch-data", name });
  }

  private get newest(): DataChoice {
    return this.asked ?? this.choice.value!;
  }

  private ask(change: Partial<DataChoice>): DataChoice {
    this.asked = { ...this.newest, ...change };
    return this.asked;
  }

  setRole(column: string, role: Role, beside = false): void {
    this.send({ action: "set-role", column, role, beside });
  }

  /** Options of reading by their names; the others stay as they are. */
  setReading(options: Partial<FileOptions>): void {
    this.send({ action: "set-reading", options });
  }

  setText(change: Partial<TextChoice>, gesture = 0): void {
    const { text } = this.ask({ text: { ...this.newest.text, ...change } });
    this.send({ action: "set-text", text, gesture });
  }

  /** Makes the open file the session's data; Steer shows it when it is there. */
  load(): void {
    this.openFault.value = null;
    this.awaiting.value = "load";
    this.send({ action: "load-file" });
  }

  protected override receive(frame: Frame): void {
    if (frame.kind === "at-hand") {
      this.atHand.value = frame;
      if (this.fetching) this.store.send({ action: "open" });
      this.fetching = false;
    }
    if (frame.kind === "look") this.look.value = frame;
    if (frame.kind === "stop-words") this.stopWords.value = frame;
    if (frame.kind === "cancelled") this.awaiting.value = null;
  }

  /** Another file or another state: what was waited for has come. */
  private followState(): void {
    const loaded = this.isLoaded.value;
    const choice = this.choice.value;
    batch(() => {
      if (loaded && this.awaiting.peek() === "load") {
        this.awaiting.value = null;
        this.host.room.value = FIRST_ROOM;
        const rows = this.store.view.peek()?.documents ?? 0;
        this.host.say(HEAD.loadedRows(choice!.loaded, rows));
      }
      if (choice && this.awaiting.peek() === "open") {
        this.awaiting.value = null;
        this.page.value = "table";
        this.lookRow.value = 0;
        this.lookTyped.value = null;
      }
    });
  }

  /** The choice of the server is the newest again. */
  private followAnswers(): void {
    if (!this.store.unanswered.value) this.asked = null;
  }

  /** What is wrong with a file is said where it was named or is looked at. */
  private followFault(): void {
    const fault = this.store.fault.value;
    if (!fault) return;
    if (this.awaiting.peek() && this.isOpen.peek()) {
      this.store.fault.value = null;
      this.openFault.value = fault;
    }
    this.awaiting.value = null;
    this.fetching = false;
  }

  /** The look follows the options, the document and the columns that are text. */
  private followText(): void {
    const choice = this.choice.value;
    const wanted = this.isOpen.value && this.page.value === "text" && this.hasText.value;
    const row = this.lookRow.value;
    const document = this.lookTyped.value;
    window.clearTimeout(this.timer);
    if (!choice || !wanted) return;
    const ask = () => this.send({ action: "look-at-document", row, document });
    this.timer = window.setTimeout(ask, document === null ? 0 : LOOK_MS);
  }

  /** What is at hand, when nothing is open in the room and after the menu has changed. */
  private followMenu(): void {
    const menu = this.store.viewParts.datasets.value;
    if (this.isOpen.value && !this.choice.value && menu) this.send({ action: "list-data" });
  }
}
