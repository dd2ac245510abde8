import { count, plural, rate } from "../../ui/format";
import { Sideways } from "../../ui/sideways";
import { tipHandlers } from "../../ui/term";
import { TERMS } from "../../ui/terms";
import type { ClustersView, Comparison } from "../../wire/clusters";
import { Swatch } from "./list";
import type { ClusterStore } from "./store";

const MEANINGS: Record<string, string> = {
  purity: TERMS.purity,
  "matched accuracy": TERMS.matched,
  NMI: TERMS.nmi,
  "adjusted Rand": TERMS.rand,
};

/** Clusters beside the categories that the data came with. */
export function CategoriesPage({ room, view }: { room: ClusterStore; view: ClustersView }) {
  const comparison = view.found?.comparison;
  if (!view.found || !comparison) {
    return (
      <div class="room-empty">
        <h2>{view.found ? "There is nothing to compare with" : "No clusters yet"}</h2>
        <p class="quiet">
          {view.found
            ? `These ${view.row_word}s have no labels. Read the ${view.term_word}s and the examples of the clusters instead.`
            : "Once clusters are found, they are laid beside the categories of the data here."}
        </p>
      </div>
    );
  }
  return (
    <div class="comparison" data-testid="comparison">
      <dl class="comparison-figures wrap">
        {comparison.figures.map(({ name, value, low, high, method }) => (
          <div key={name} {...tipHandlers(`${MEANINGS[name]} Interval: 95 %, ${method}.`)}>
            <dt>{name}</dt>
            <dd>
              <b data-testid={`figure-${name.replace(" ", "-")}`}>{rate(value)}</b>{" "}
              <span class="quiet">
                {rate(low)}–{rate(high)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <HeatMap room={room} view={view} comparison={comparison} />
      <p class="comparison-says note" data-testid="comparison-says">
        {meaning(comparison, view.row_word, view.found.settings.clusters === view.categories)}
      </p>
    </div>
  );
}

/** What the figures say, and what they do not; as many clusters as categories is a hint in itself. */
export function meaning({ rows, several, used }: Comparison, row: string, asMany = false): string {
  const about = `On ${plural(rows, row)} with one category`;
  const left = several > 0 ? `; ${count(several)} with several or none are left out` : "";
  if (used > 0) {
    return `${about}${left}. The labels of ${plural(used, row)} were used and are left out, so the figures say how well the others were placed from those.`;
  }
  return `${about}${left}. No label was used to find the clusters${asMany ? ", apart from their number" : ""}. The figures say how far they happen to agree with one grouping that somebody chose; clusters that agree less may still be good ones of another kind. The intervals are for ${row}s drawn anew, with these clusters as they are.`;
}

function HeatMap(props: { room: ClusterStore; view: ClustersView; comparison: Comparison }) {
  const { room, view, comparison } = props;
  const clusters = new Map(view.found!.clusters.map((cluster) => [cluster.number, cluster]));
  return (
    <Sideways
      label="Clusters beside the categories"
      holds={plural(comparison.categories.length, "category", "categories")}
    >
      <table class="heat small" data-testid="heat">
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">Cluster</span>
            </th>
            {comparison.categories.map((category, place) => (
              <th key={category} scope="col" title={category}>
                <span>{category}</span>
                <small>{count(comparison.category_sizes[place]!)}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparison.clusters.map((number, row) => {
            const cells = comparison.table[row]!;
            const total = Math.max(
              1,
              cells.reduce((sum, value) => sum + value, 0),
            );
            return (
              <tr key={number}>
                <th scope="row">
                  <button
                    type="button"
                    class="heat-name bare row clip"
                    onClick={() => room.choose(number)}
                  >
                    <Swatch number={number} />
                    {clusters.get(number)?.name}
                  </button>
                </th>
                {cells.map((value, column) => {
                  const category = comparison.categories[column]!;
                  const matched = comparison.partners[String(number)] === category;
                  return (
                    <td
                      key={category}
                      class={matched ? "heat-matched" : ""}
                      data-testid={`heat-${row}-${column}`}
                      data-count={value}
                      style={{ "--share": value / total }}
                      title={`${clusters.get(number)?.name}: ${count(value)} of ${count(total)} are ${category}`}
                    >
                      {value > 0 ? count(value) : ""}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Sideways>
  );
}
