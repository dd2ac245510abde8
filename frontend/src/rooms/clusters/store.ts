import { batch, computed, signal } from "@preact/signals";
import { FIRST_ROOM, type Host, ServerRoomStore } from "../../session/room-store";
import type {
  ClusterFrame,
  ClusterSettings,
  ClustersAction,
  PlacedFrame,
  RoundNews,
} from "../../wire/clusters";
import type { Frame } from "../../wire/types";
import { DocumentMap } from "./document-map";
import { ROOM } from "./words";

export type Page = "map" | "categories";
export type Tab = "run" | "cluster" | "document" | "lasso" | "labels";
export type Terms = "distinguishing" | "typical";

const FIRST: ClusterSettings = {
  clusters: 10,
  method: "k-means",
  priors: "free",
  alpha: 0.1,
  starts: 3,
  seed: 0,
  kept: 0,
};

/** What is open on the page of the clusters room; the clusters themselves are the server's. */
export class ClusterStore extends ServerRoomStore<"clusters", ClustersAction> {
  readonly page = signal<Page>("map");
  readonly tab = signal<Tab>("run");
  readonly terms = signal<Terms>("distinguishing");
  /** How clusters are looked for next. */
  readonly settings = signal<ClusterSettings>(FIRST);
  readonly cluster = signal<number | null>(null);
  readonly hovered = signal<number | null>(null);
  readonly examples = signal<ClusterFrame | null>(null);
  readonly placed = signal<PlacedFrame | null>(null);
  readonly lasso = signal<number[] | null>(null);
  /** The objectives of the search under way, one list for each start. */
  readonly rounds = signal<number[][]>([]);
  readonly map: DocumentMap;

  /** What a row is called here, and what it holds. */
  readonly row = computed(() => this.view.value?.row_word ?? "document");
  readonly term = computed(() => this.view.value?.term_word ?? "word");
  readonly found = computed(() => (this.choice.value?.found ? this.view.value?.found : null));
  readonly searching = computed(() => this.rounds.value.length > 0);
  /** The rows to keep bright while the rest fades. */
  readonly bright = computed<((row: number) => boolean) | null>(() => {
    const lasso = this.lasso.value;
    const hits = this.store.hits.value?.rows;
    const marked = this.hovered.value ?? (this.tab.value === "cluster" ? this.cluster.value : null);
    if (lasso) {
      const rows = new Set(lasso);
      return (row) => rows.has(row);
    }
    if (hits) return (row) => hits.has(row);
    const labels = this.labels.value;
    return marked === null || !labels ? null : (row) => labels[row] === marked;
  });
  /** The cluster of each row. */
  readonly labels = computed(() =>
    this.found.value
      ? (this.store.columns.value["map.cluster"] as Uint32Array | undefined)
      : undefined,
  );

  /** How many documents of each cluster hold the word that was searched. */
  readonly hits = computed<Map<number, number> | null>(() => {
    const rows = this.store.hits.value?.rows;
    const labels = this.labels.value;
    if (!rows || !labels) return null;
    const counts = new Map<number, number>();
    for (const row of rows) {
      const cluster = labels[row]!;
      counts.set(cluster, (counts.get(cluster) ?? 0) + 1);
    }
    return counts;
  });

  private wantedData: string | null = null;

  constructor(host: Host) {
    super(host, "clusters");
    this.map = new DocumentMap(this);
    this.begin(this.followData, this.followSuggestion, this.followClusters, this.followProgress);
  }

  get points(): Float32Array | undefined {
    return this.store.columns.value["map.xy"] as Float32Array | undefined;
  }

  change(settings: Partial<ClusterSettings>): void {
    this.settings.value = { ...this.settings.peek(), ...settings };
  }

  /** Keeps a share of the labels; the first share brings a cluster for each category. */
  keep(kept: number, categories: number): void {
    const first = kept > 0 && this.settings.peek().kept === 0;
    this.change(first ? { kept, clusters: categories } : { kept });
  }

  find(): void {
    this.rounds.value = [];
    this.send({ action: "find-clusters", settings: this.settings.peek() });
  }

  choose(cluster: number | null): void {
    batch(() => {
      this.cluster.value = cluster;
      this.lasso.value = null;
      if (cluster !== null) this.tab.value = "cluster";
    });
    if (cluster !== null) this.send({ action: "ask-cluster", cluster });
  }

  read(row: number): void {
    if (!this.found.peek()) return;
    this.tab.value = "document";
    this.send({ action: "ask-placed", row });
  }

  /** Makes a cluster of the selected rows, and opens it to be named. */
  makeCluster(rows: number[]): void {
    this.awaitsMade = true;
    this.send({ action: "make-cluster", rows });
  }

  private awaitsMade = false;

  select(rows: number[]): void {
    batch(() => {
      this.lasso.value = rows.length > 0 ? rows : null;
      if (rows.length > 0) this.tab.value = "lasso";
    });
  }

  /** Makes the clusters the labels of a new data set, and goes to the plane with it. */
  label(name: string): void {
    this.wantedData = name.trim().replace(/\s+/g, " ");
    this.send({ action: "label-by-clusters", name: this.wantedData });
  }

  override stepBack(): boolean {
    if (this.lasso.value) {
      this.lasso.value = null;
      if (this.tab.value === "lasso") this.tab.value = "cluster";
    } else if (this.placed.value && this.tab.value === "document") {
      this.placed.value = null;
      this.tab.value = this.cluster.value === null ? "run" : "cluster";
    } else if (this.cluster.value !== null) {
      this.cluster.value = null;
      if (this.tab.value === "cluster") this.tab.value = "run";
    } else return false;
    return true;
  }

  protected override receive(frame: Frame): void {
    if (frame.kind === "cluster") this.examples.value = frame;
    else if (frame.kind === "placed") this.placed.value = frame;
    else if (frame.kind === "news" && frame.about === "clusters") {
      this.follow(frame.news as RoundNews);
    }
  }

  private follow({ start, round, objective }: RoundNews): void {
    const before = start === 1 && round === 1 ? [] : this.rounds.peek();
    const current = round === 1 ? [] : (before[start - 1] ?? []);
    this.rounds.value = [...before.slice(0, start - 1), [...current, objective]];
  }

  /** Other data: nothing that was open belongs to it; data without labels begins here. */
  private followData(): void {
    const data = this.store.stateParts.dataset.value;
    if (data === undefined) return;
    batch(() => {
      this.cluster.value = null;
      this.placed.value = null;
      this.examples.value = null;
      this.lasso.value = null;
      this.map.zoom.value = null;
      if (this.tab.peek() !== "run") this.tab.value = "run";
      this.page.value = "map";
      const { room } = this.host;
      const waits = ["plane", FIRST_ROOM].includes(room.peek());
      if (this.store.unlabeled.peek() && waits) room.value = "clusters";
    });
    if (data !== this.wantedData) return;
    this.wantedData = null;
    this.host.room.value = FIRST_ROOM;
    this.host.say(ROOM.opened(data));
  }

  /** Data that nothing was looked for in yet begins with the number that is suggested for it. */
  private followSuggestion(): void {
    const data = this.store.stateParts.dataset.value;
    const suggestion = this.view.value?.suggestion;
    if (!suggestion || data === this.suggestedFor) return;
    this.suggestedFor = data;
    if (!this.found.peek()) this.settings.value = { ...FIRST, clusters: suggestion.clusters };
  }

  private suggestedFor: string | undefined;

  /** Other clusters, other names or merges: asks again for what depends on them. */
  private followClusters(): void {
    const choice = this.choice.value;
    const found = choice?.found ?? null;
    const key = JSON.stringify([found, choice?.groups, choice?.made]);
    batch(() => {
      if (found && this.lastFound !== JSON.stringify(found)) {
        this.settings.value = found;
        this.cluster.value = null;
        this.examples.value = null;
        if (this.tab.peek() === "cluster") this.tab.value = "run";
      }
      this.rounds.value = [];
    });
    this.lastFound = found && JSON.stringify(found);
    if (key === this.lastKey) return;
    this.lastKey = key;
    if (!found || !this.isOpen.peek()) return;
    if (this.awaitsMade) {
      this.awaitsMade = false;
      const newest = Math.max(...this.found.peek()!.clusters.map(({ number }) => number));
      this.choose(newest);
      return;
    }
    const cluster = this.cluster.peek();
    const there = this.found.peek()?.clusters.some(({ number }) => number === cluster);
    if (cluster !== null && there) this.send({ action: "ask-cluster", cluster });
    else this.cluster.value = null;
    const placed = this.placed.peek();
    if (placed) this.send({ action: "ask-placed", row: placed.row });
  }

  private lastFound: string | null = null;
  private lastKey = "";

  /** A search that was cancelled leaves no curve behind, and what failed is not waited for. */
  private followProgress(): void {
    if (this.store.fault.value) {
      this.wantedData = null;
      this.awaitsMade = false;
    }
    if (this.store.progress.value === null) this.rounds.value = [];
  }
}
