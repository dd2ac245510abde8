import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { count } from "../../ui/format";
import { IconButton } from "../../ui/icons";
import type { ClustersView, FoundClusters } from "../../wire/clusters";
import { NameField } from "./cluster-panel";
import { Swatch, wordsText } from "./list";
import type { ClusterStore } from "./store";
import { LABELS } from "./words";

/** The names of all clusters, and the data set that they can become the labels of. */
export function LabelsPanel(props: {
  room: ClusterStore;
  view: ClustersView;
  found: FoundClusters;
}) {
  const { room, view, found } = props;
  const name = useSignal(view.suggested);
  useEffect(() => {
    name.value = view.suggested;
  }, [view.suggested]);
  const unnamed = found.clusters.filter(({ name }) => name.startsWith("cluster ")).length;
  return (
    <div data-testid="labels-panel">
      <form
        class="group"
        onSubmit={(event) => {
          event.preventDefault();
          room.label(name.value);
        }}
      >
        <h3>{LABELS.title}</h3>
        <input
          class="field name-field"
          aria-label={LABELS.name}
          data-testid="label-name"
          maxLength={80}
          value={name.value}
          onInput={(event) => {
            name.value = event.currentTarget.value;
          }}
        />
        <button
          type="submit"
          class="button button-main"
          data-testid="make-labels"
          disabled={name.value.trim() === "" || found.clusters.length < 2}
        >
          {LABELS.make}
        </button>
        <p class="quiet">
          {unnamed > 0 && `${LABELS.unnamed(unnamed)} `}
          {LABELS.about(view.rows, view.row_word)}
        </p>
      </form>
      <div class="group">
        <div class="examples-head spread">
          <h3>{LABELS.names}</h3>
          <IconButton
            icon="save"
            label={LABELS.save(view.row_word)}
            testid="save-clusters"
            onClick={() => room.send({ action: "save-clusters" })}
          />
        </div>
        <ul class="label-names">
          {found.clusters.map((cluster) => (
            <li key={cluster.number}>
              <Swatch number={cluster.number} />
              <NameField room={room} cluster={cluster} />
              <span class="cluster-size note">{count(cluster.size)}</span>
              <span class="cluster-words note clip">
                {wordsText(cluster.distinguishing.slice(0, 5).map(({ word }) => word))}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
