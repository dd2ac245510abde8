import { count, plural } from "../../ui/format";
import { theme } from "../../ui/theme";
import type { Cluster, ClustersView, FoundClusters } from "../../wire/clusters";
import { clusterColor } from "./colors";
import { suggestionText } from "./run-panel";
import type { ClusterStore, Terms } from "./store";

const SHOWN_TERMS = 7;
const USUAL_ALPHA = 0.1;
const TERMS: { name: Terms; title: string }[] = [
  { name: "distinguishing", title: "Distinguishing" },
  { name: "typical", title: "Typical" },
];

/** The clusters, the largest first, with the words that they are known by. */
export function ClusterList({ room, view }: { room: ClusterStore; view: ClustersView }) {
  const found = view.found;
  if (!found) return <NoClusters room={room} view={view} />;
  const largest = Math.max(...found.clusters.map(({ size }) => size), 1);
  return (
    <section class="cluster-list" aria-label="Clusters">
      <fieldset class="segments" aria-label={`Which ${view.term_word}s`}>
        {TERMS.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            aria-pressed={room.terms.value === name}
            data-testid={`terms-${name}`}
            onClick={() => {
              room.terms.value = name;
            }}
          >
            {title}
          </button>
        ))}
      </fieldset>
      <ul data-testid="clusters">
        {found.clusters.map((cluster) => (
          <ClusterItem key={cluster.number} room={room} cluster={cluster} largest={largest} />
        ))}
      </ul>
      <Empty found={found} />
    </section>
  );
}

/** Clusters that nothing came to, and what to do about them. */
function Empty({ found }: { found: FoundClusters }) {
  const empty = found.clusters.filter(({ size }) => size === 0).length;
  if (empty === 0) return null;
  const { method, alpha } = found.settings;
  const less = method !== "k-means" && alpha > USUAL_ALPHA ? "smooth less, or " : "";
  return (
    <p class="quiet cluster-empty" data-testid="empty-clusters">
      {plural(empty, "cluster is", "clusters are")} empty: {less}look for fewer.
    </p>
  );
}

function ClusterItem(props: { room: ClusterStore; cluster: Cluster; largest: number }) {
  const { room, cluster, largest } = props;
  const hover = (number: number | null) => () => {
    room.hovered.value = number;
  };
  const hits = room.hits.value;
  const number = cluster.number;
  const words = cluster[room.terms.value].slice(0, SHOWN_TERMS).map(({ word }) => word);
  return (
    <li>
      <button
        type="button"
        class="cluster-item bare"
        data-testid={`cluster-${cluster.number}`}
        data-size={cluster.size}
        aria-pressed={room.cluster.value === cluster.number}
        onClick={({ detail }) => {
          if (detail > 1) return; // the second press of a double click takes nothing back
          room.choose(room.cluster.value === cluster.number ? null : cluster.number);
        }}
        onPointerEnter={hover(cluster.number)}
        onPointerLeave={hover(null)}
        onFocus={hover(cluster.number)}
        onBlur={hover(null)}
      >
        <Swatch number={cluster.number} />
        <span class="cluster-name clip">{cluster.name}</span>
        <span class="cluster-size note">
          {hits && <b data-testid={`hits-${cluster.number}`}>{count(hits.get(number) ?? 0)} of </b>}
          {count(cluster.size)}
        </span>
        <span class="cluster-bar" aria-hidden="true">
          <span
            style={{
              width: `${(100 * cluster.size) / largest}%`,
              background: clusterColor(cluster.number, theme.value),
            }}
          />
        </span>
        <span class="cluster-words note clip">
          {wordsText(words) || `no ${room.row.value} is in it`}
        </span>
      </button>
    </li>
  );
}

/** Words beside each other; names of columns, which have spaces of their own, with commas. */
export function wordsText(words: string[]): string {
  return words.join(words.some((word) => word.includes(" ")) ? ", " : " ");
}

/** The color of a cluster; gray where colors have run out. */
export function Swatch({ number }: { number: number }) {
  return (
    <span
      class="swatch"
      aria-hidden="true"
      style={{ background: clusterColor(number, theme.value) }}
    />
  );
}

function NoClusters({ room, view }: { room: ClusterStore; view: ClustersView }) {
  return (
    <section class="cluster-list cluster-list-empty" aria-label="Clusters">
      <h2>No clusters yet</h2>
      <p>
        Say how many clusters to look for in these {plural(view.rows, view.row_word)}, and how. Then
        give them names, merge what belongs together, and make them the labels of a new data set
        that you can steer.
      </p>
      <button
        type="button"
        class="button button-main"
        data-testid="find-first"
        onClick={() => room.find()}
      >
        Find {room.settings.value.clusters} clusters
      </button>
      <p class="quiet">{suggestionText(view)}</p>
    </section>
  );
}
