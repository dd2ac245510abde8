import { Menu } from "../../ui/menu";
import { rangeWords, takenNumber } from "../../ui/number-range";
import { sayAt, tipHandlers } from "../../ui/term";
import type { ClusterSettings, ClustersView, Priors } from "../../wire/clusters";
import { Curve } from "./curve";
import type { ClusterStore } from "./store";

const SHARES = [0, 0.02, 0.05, 0.1, 0.2, 0.5];
const HINTS = {
  clusters: "How many clusters to look for. Purity grows with their number by itself.",
  starts: "Searches from different beginnings; the one that climbs highest is kept.",
  seed: "The same seed and settings give the same clusters, to the last bit.",
  priors: "Free: clusters may be of different sizes. Tied: all are taken to be equally frequent.",
  alpha:
    "Made up occurrences of everything in every cluster: more makes clusters more alike, and small ones may end up empty.",
  kept: "What keeps its label stays in the cluster of that label; the others are placed around.",
};

/** How clusters are looked for, and how the last search climbed. */
export function RunPanel({ room, view }: { room: ClusterStore; view: ClustersView }) {
  const settings = room.settings.value;
  const method = view.methods.find(({ name }) => name === settings.method);
  const mixture = settings.method !== "k-means";
  const stale = JSON.stringify(settings) !== JSON.stringify(view.found?.settings);
  return (
    <form
      class="run-panel"
      onSubmit={(event) => {
        event.preventDefault();
        room.find();
      }}
    >
      <div class="group">
        <Menu
          name="method"
          title="Method"
          chosen={settings.method}
          items={view.methods.map(({ name, title }) => ({ value: name, label: title }))}
          onChoose={(name) => {
            room.change({ method: name });
            if (name === "k-means") room.keep(0, view.categories);
          }}
        />
        <p class="quiet run-summary">{method?.summary}</p>
        <NumberField
          room={room}
          name="clusters"
          title="Clusters"
          low={2}
          high={view.most_clusters}
        />
        <p class="quiet run-suggestion" data-testid="suggestion">
          {suggestionText(view)}
        </p>
        <NumberField room={room} name="starts" title="Starts" low={1} high={20} />
        <NumberField room={room} name="seed" title="Seed" low={0} high={1_000_000} />
      </div>
      {mixture && (
        <div class="group">
          <NumberField room={room} name="alpha" title="Smoothing" low={0.0001} high={100} fine />
          <div class="run-row row">
            <span class="term" {...tipHandlers(HINTS.priors)}>
              Sizes
            </span>
            <fieldset class="segments" aria-label="Priors of the clusters">
              {(["free", "tied"] as Priors[]).map((priors) => (
                <button
                  key={priors}
                  type="button"
                  aria-pressed={settings.priors === priors}
                  data-testid={`priors-${priors}`}
                  onClick={() => room.change({ priors })}
                >
                  {priors}
                </button>
              ))}
            </fieldset>
          </div>
          {view.labeled > 0 && <Kept room={room} view={view} />}
        </div>
      )}
      <div class="group">
        <button
          type="submit"
          class="button button-main run-button"
          data-testid="find-clusters"
          disabled={view.found !== null && !stale}
        >
          {view.found && !stale ? "Up to date" : `Find ${settings.clusters} clusters`}
        </button>
        {view.found && stale && (
          <p class="quiet">Renames and merges will be lost (undo brings them back).</p>
        )}
      </div>
      {!room.searching.value && view.found && (
        <div class="group">
          <Curve room={room} />
        </div>
      )}
    </form>
  );
}

/** How many clusters to begin with, and why so many. */
export function suggestionText({ suggestion: { clusters, reason } }: ClustersView): string {
  return `Suggested: ${clusters}, ${reason}.`;
}

/** Semi-supervised: some labels are known, the rest is found. */
function Kept({ room, view }: { room: ClusterStore; view: ClustersView }) {
  const settings = room.settings.value;
  return (
    <>
      <label class="run-row row">
        <span class="term" {...tipHandlers(HINTS.kept)}>
          Known labels kept
        </span>
        <select
          class="field field-small run-field"
          data-testid="kept"
          value={String(settings.kept)}
          onChange={(event) => room.keep(Number(event.currentTarget.value), view.categories)}
        >
          {SHARES.map((share) => (
            <option key={share} value={String(share)}>
              {share === 0 ? "none" : `${share * 100} %`}
            </option>
          ))}
        </select>
      </label>
      {settings.kept > 0 && (
        <p class="quiet">
          {settings.clusters > view.categories
            ? `${settings.clusters - view.categories} clusters beyond the ${view.categories} categories begin with everything that has no label.`
            : `One cluster for each of the ${view.categories} categories.`}
        </p>
      )}
    </>
  );
}

function NumberField(props: {
  room: ClusterStore;
  name: "clusters" | "starts" | "seed" | "alpha";
  title: string;
  low: number;
  high: number;
  fine?: boolean;
}) {
  const { room, name, title, low, high, fine } = props;
  return (
    <label class="run-row row">
      <span class="term" {...tipHandlers(HINTS[name])}>
        {title}
      </span>
      <input
        class="field field-small run-field"
        type="number"
        data-testid={`set-${name}`}
        min={low}
        max={high}
        step={fine ? "any" : 1}
        value={room.settings.value[name]}
        onBlur={({ currentTarget: field }) => {
          const range = { low, high, whole: !fine };
          if (takenNumber(field.value, range) !== null) return;
          field.value = String(room.settings.value[name]);
          sayAt(field, `${title}: ${rangeWords(range)}. It stays as it was.`);
        }}
        onInput={(event) => {
          const value = event.currentTarget.valueAsNumber;
          const whole = fine ? value : Math.round(value);
          if (whole >= low && whole <= high) {
            room.change({ [name]: whole } as Partial<ClusterSettings>);
          }
        }}
      />
    </label>
  );
}
