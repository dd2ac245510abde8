import { computed, signal } from "@preact/signals";
import { type Host, RoomStore, savedUi, writeUi } from "../../session/room-store";
import type { ListedProject, ProjectAction } from "../../wire/project";
import type { Frame } from "../../wire/types";
import { partsInBase64 } from "./base64";
import { PROJECT } from "./words";

const TICK_MS = 20_000;
const NOTICE_READ = "notice-read";

/** The project that keeps the work: what the page knows about it, and the others there are. */
export class ProjectStore extends RoomStore<ProjectAction> {
  readonly open = signal(false);
  readonly others = signal<ListedProject[] | null>(null);
  /** Seconds since 1970, for "3 min ago". */
  readonly now = signal(Date.now() / 1000);
  readonly project = computed(() => this.store.viewParts.project.value ?? null);
  private readonly read = signal(savedUi<string>(NOTICE_READ) ?? "");
  /** What is to be known about how the project was opened, until it has been read. */
  readonly notice = computed(() => {
    const notice = this.project.value?.notice ?? "";
    return notice === this.read.value ? "" : notice;
  });
  /** The step that the history stands at. */
  readonly step = computed(() => {
    const history = this.store.viewParts.history.value;
    return history?.steps[history.now] ?? null;
  });
  private readonly timer: number;
  private place = "";
  /** The room in which a project begins that was asked for. */
  private beginsIn: string | null = null;

  constructor(host: Host) {
    super(host);
    this.begin(this.followProject, this.followFault);
    this.timer = window.setInterval(() => this.tick(), TICK_MS);
  }

  show(): void {
    this.open.value = true;
    this.list();
  }

  /** Asks for the projects that there are. */
  list(): void {
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

  closeNotice(): void {
    this.read.value = this.notice.value;
    writeUi(NOTICE_READ, this.read.value);
  }

  takeBack(): void {
    this.send({ action: "take-back" });
  }

  /** A new project on the data that is open, or one for which data is chosen next. */
  start(name: string, withData: boolean): void {
    this.leave(withData ? null : "data");
    this.send({ action: "new-project", name, with_data: withData });
  }

  /** Goes on with another project, whose data file may have to be pointed at. */
  goTo(path: string, file = "", room: string | null = null): void {
    this.leave(room);
    this.send({ action: "open-project", path, file });
  }

  export(data: boolean): void {
    this.send({ action: "export-project", data });
  }

  async import(file: File): Promise<void> {
    this.leave(null);
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

  private leave(room: string | null): void {
    this.open.value = false;
    this.beginsIn = room;
  }

  /** Says that another project is open, and goes where it begins. */
  private followProject(): void {
    const project = this.project.value;
    if (!project || project.place === this.place) return;
    const before = this.place;
    this.place = project.place;
    if (!before) return;
    if (this.beginsIn) this.host.room.value = this.beginsIn;
    this.beginsIn = null;
    this.host.say(PROJECT.opened(project.name));
  }

  /** What was asked for did not come. */
  private followFault(): void {
    if (this.store.fault.value) this.beginsIn = null;
  }

  private tick(): void {
    this.now.value = Date.now() / 1000;
  }

  protected override receive(frame: Frame): void {
    if (frame.kind === "projects") this.others.value = frame.projects;
  }
}
