import { count } from "../../ui/format";
import { SHAPE_PATHS } from "../../ui/shapes";
import { theme } from "../../ui/theme";
import type { Cluster, ClustersView, FoundClusters } from "../../wire/clusters";
import { clusterColor, clusterShape } from "./colors";
import type { ClusterStore, Terms } from "./store";
import { FIND, LIST, suggestionText } from "./words";

const SHOWN_TERMS = 7;
const USUAL_ALPHA = 0.1;
const TERMS = Object.entries(LIST.terms).map(([name, title]) => ({ name: name as Terms, title }));

/** The clusters, the largest first, with the words that they are known by. */
export function ClusterList({ room, view }: { room: ClusterStore; view: ClustersView }) {
  const found = view.found;
  if (!found) return <NoClusters room={room} view={view} />;
  const largest = Math.max(...found.clusters.map(({ size }) => size), 1);
  return (
    <section class="cluster-list" aria-label={LIST.label}>
      <fieldset class="segments" aria-label={LIST.which(view.term_word)}>
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
  const smooth = method !== "k-means" && alpha > USUAL_ALPHA;
  return (
    <p class="quiet cluster-empty" data-testid="empty-clusters">
      {LIST.empty(empty, smooth)}
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
          {hits && (
            <b
              data-testid={`hits-${cluster.number}`}
            >{`${count(hits.get(number) ?? 0)} ${LIST.of} `}</b>
          )}
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
          {wordsText(words) || LIST.noRows(room.row.value)}
        </span>
      </button>
    </li>
  );
}

/** Words beside each other; names of columns, which have spaces of their own, with commas. */
export function wordsText(words: string[]): string {
  return words.join(words.some((word) => word.includes(" ")) ? ", " : " ");
}

/** The color and the shape of a cluster; gray for none. */
export function Swatch({ number }: { number: number | null }) {
  return (
    <svg class="swatch" width={12} height={12} viewBox="0 0 12 12" aria-hidden="true">
      <path
        d={SHAPE_PATHS[clusterShape(number)]}
        fill-rule="evenodd"
        style={{ fill: clusterColor(number, theme.value) }}
      />
    </svg>
  );
}

function NoClusters({ room, view }: { room: ClusterStore; view: ClustersView }) {
  return (
    <section class="cluster-list cluster-list-empty" aria-label={LIST.label}>
      <h2>{LIST.none}</h2>
      <p>{LIST.about(view.rows, view.row_word)}</p>
      <button
        type="button"
        class="button button-main"
        data-testid="find-first"
        onClick={() => room.find()}
      >
        {FIND.find(room.settings.value.clusters)}
      </button>
      <p class="quiet">{suggestionText(view)}</p>
    </section>
  );
}
