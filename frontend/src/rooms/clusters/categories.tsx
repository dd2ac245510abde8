import { count, plural, rate } from "../../ui/format";
import { Sideways } from "../../ui/sideways";
import { tipHandlers } from "../../ui/term";
import { TERMS } from "../../ui/terms";
import type { ClustersView, Comparison } from "../../wire/clusters";
import { Swatch } from "./list";
import type { ClusterStore } from "./store";
import { COMPARED, meaning } from "./words";

/** The one measure that is no share. */
const BITS = "mutual information";

const MEANINGS: Record<string, string> = {
  purity: TERMS.purity,
  "matched accuracy": TERMS.matched,
  NMI: TERMS.nmi,
  "adjusted Rand": TERMS.rand,
  [BITS]: TERMS.information,
};

/** A share, or a number of bits. */
function figureText(name: string, value: number): string {
  return name === BITS ? COMPARED.bits(value) : rate(value);
}

/** Clusters compared with the labels of the data. */
export function CategoriesPage({ room, view }: { room: ClusterStore; view: ClustersView }) {
  const comparison = view.found?.comparison;
  if (!view.found || !comparison) {
    return (
      <div class="room-empty">
        <h2>{view.found ? COMPARED.noLabels : COMPARED.noClusters}</h2>
        <p class="quiet">
          {view.found ? COMPARED.readInstead(view.row_word, view.term_word) : COMPARED.later}
        </p>
      </div>
    );
  }
  return (
    <div class="comparison" data-testid="comparison">
      <dl class="comparison-figures wrap">
        {comparison.figures.map(({ name, value, low, high, method }) => (
          <div key={name} {...tipHandlers(COMPARED.interval(MEANINGS[name]!, method))}>
            <dt>{name}</dt>
            <dd>
              <b data-testid={`figure-${name.replace(" ", "-")}`}>{figureText(name, value)}</b>{" "}
              <span class="quiet">
                {figureText(name, low)}–{figureText(name, high)}
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

function HeatMap(props: { room: ClusterStore; view: ClustersView; comparison: Comparison }) {
  const { room, view, comparison } = props;
  const clusters = new Map(view.found!.clusters.map((cluster) => [cluster.number, cluster]));
  return (
    <Sideways
      label={COMPARED.table}
      holds={plural(comparison.categories.length, "category", "categories")}
    >
      <table class="heat small" data-testid="heat">
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">{COMPARED.cluster}</span>
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
                      title={COMPARED.cell(clusters.get(number)?.name, value, total, category)}
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
