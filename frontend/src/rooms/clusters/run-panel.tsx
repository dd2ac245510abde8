import { Menu } from "../../ui/menu";
import { rangeWords, takenNumber } from "../../ui/number-range";
import { Select } from "../../ui/select";
import { sayAt, tipHandlers } from "../../ui/term";
import type { ClusterSettings, ClustersView, Priors } from "../../wire/clusters";
import { Curve } from "./curve";
import type { ClusterStore } from "./store";
import { FIND, suggestionText } from "./words";

const SHARES = [0, 0.02, 0.05, 0.1, 0.2, 0.5];
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
          title={FIND.method}
          chosen={settings.method}
          items={view.methods.map(({ name, title }) => ({ value: name, label: title }))}
          onChoose={(name) => {
            room.change({ method: name });
            if (name === "k-means") room.keep(0, view.known_categories);
          }}
        />
        <p class="quiet run-summary">{method?.summary}</p>
        <NumberField
          room={room}
          name="clusters"
          title={FIND.clusters}
          low={2}
          high={view.most_clusters}
        />
        <p class="quiet run-suggestion" data-testid="suggestion">
          {suggestionText(view)}
        </p>
        <NumberField room={room} name="starts" title={FIND.starts} low={1} high={20} />
        <NumberField room={room} name="seed" title={FIND.seed} low={0} high={1_000_000} />
      </div>
      {mixture && (
        <div class="group">
          <NumberField room={room} name="alpha" title={FIND.alpha} low={0.0001} high={100} fine />
          <div class="run-row row">
            <span class="term" {...tipHandlers(FIND.hints.priors)}>
              {FIND.sizes}
            </span>
            <fieldset class="segments" aria-label={FIND.priors}>
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
          {view.found && !stale ? FIND.upToDate : FIND.find(settings.clusters)}
        </button>
        {view.found && stale && <p class="quiet">{FIND.lost}</p>}
      </div>
      {!room.searching.value && view.found && (
        <div class="group">
          <Curve room={room} />
        </div>
      )}
    </form>
  );
}

/** Semi-supervised: some labels are known, the rest is found. */
function Kept({ room, view }: { room: ClusterStore; view: ClustersView }) {
  const settings = room.settings.value;
  return (
    <>
      <label class="run-row row">
        <span class="term" {...tipHandlers(FIND.hints.kept)}>
          {FIND.kept}
        </span>
        <Select
          class="field field-small run-field"
          testid="kept"
          value={String(settings.kept)}
          options={SHARES.map(
            (share) => [String(share), share === 0 ? FIND.none : `${share * 100} %`] as const,
          )}
          onChoose={(value) => room.keep(Number(value), view.known_categories)}
        />
      </label>
      {settings.kept > 0 && (
        <p class="quiet">
          {settings.clusters > view.known_categories
            ? FIND.beyond(settings.clusters - view.known_categories, view.known_categories)
            : FIND.each(view.known_categories)}
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
      <span class="term" {...tipHandlers(FIND.hints[name])}>
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
          sayAt(field, FIND.unchanged(title, rangeWords(range)));
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
