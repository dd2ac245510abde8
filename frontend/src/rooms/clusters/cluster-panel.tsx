import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { count, plural } from "../../ui/format";
import { Menu } from "../../ui/menu";
import { titleOf, useSay } from "../../ui/naming";
import { tipHandlers } from "../../ui/term";
import type { Cluster, ClusterLine, FoundClusters } from "../../wire/clusters";
import { Swatch } from "./list";
import type { ClusterStore } from "./store";
import { CLUSTER, LIST } from "./words";

const SHOWN_TERMS = 10;

/** One cluster: its name, its words, its documents. */
export function ClusterPanel({ room, found }: { room: ClusterStore; found: FoundClusters }) {
  const cluster = found.clusters.find(({ number }) => number === room.cluster.value);
  if (!cluster) {
    return <div class="group quiet">{CLUSTER.choose(room.term.value, room.row.value)}</div>;
  }
  const partner = found.comparison?.partners[String(cluster.number)];
  return (
    <div data-testid="cluster-panel">
      <div class="group">
        <div class="cluster-head row">
          <Swatch number={cluster.number} />
          <NameField room={room} cluster={cluster} />
        </div>
        <p class="quiet">
          {plural(cluster.size, room.row.value)}
          {cluster.clusters > 1 && CLUSTER.merged(cluster.clusters)}
          {partner && CLUSTER.matched(partner)}
        </p>
        <div class="merge row">
          {found.clusters.length > 2 && <Merge room={room} found={found} cluster={cluster} />}
          {cluster.size > 1 && (
            <button
              type="button"
              class="button"
              data-testid="split"
              onClick={() => room.send({ action: "split-cluster", cluster: cluster.number })}
            >
              {CLUSTER.split}
            </button>
          )}
        </div>
      </div>
      <div class="group cluster-terms">
        <TermBars
          title={LIST.terms.distinguishing}
          hint={CLUSTER.distinguishing(room.term.value)}
          terms={cluster.distinguishing.map(({ word, deviations }) => [word, deviations])}
        />
        <TermBars
          title={LIST.terms.typical}
          hint={CLUSTER.typical(room.term.value)}
          terms={cluster.typical.map(({ word, share }) => [word, share])}
        />
      </div>
      <Examples room={room} cluster={cluster} />
    </div>
  );
}

/** A name to type; Enter or leaving the field gives it. */
export function NameField({ room, cluster }: { room: ClusterStore; cluster: Cluster }) {
  const text = useSignal(cluster.given ? cluster.name : "");
  useEffect(() => {
    text.value = cluster.given ? cluster.name : "";
  }, [cluster.name, cluster.given, cluster.number]);
  const give = () => {
    const name = text.value.trim();
    if (name !== (cluster.given ? cluster.name : "")) {
      room.send({ action: "name-cluster", cluster: cluster.number, name });
    }
  };
  return (
    <input
      class="field name-field"
      placeholder={cluster.name}
      aria-label={CLUSTER.name(cluster.name)}
      data-testid={`name-${cluster.number}`}
      maxLength={60}
      value={text.value}
      onInput={(event) => {
        text.value = event.currentTarget.value;
      }}
      onBlur={give}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          text.value = cluster.given ? cluster.name : "";
        } else if (event.key !== "Enter") return;
        event.currentTarget.blur();
      }}
    />
  );
}

function Merge(props: { room: ClusterStore; found: FoundClusters; cluster: Cluster }) {
  const { room, found, cluster } = props;
  const others = found.clusters.filter(({ number }) => number !== cluster.number);
  return (
    <Menu
      name="merge"
      title={CLUSTER.mergeTitle}
      chosen={CLUSTER.merge}
      items={others.map(({ number, name, size, distinguishing }) => ({
        value: String(number),
        label: name,
        note: `${count(size)} · ${distinguishing
          .slice(0, 3)
          .map(({ word }) => word)
          .join(" ")}`,
      }))}
      onChoose={(value) => {
        const second = Number(value);
        room.send({ action: "merge-clusters", first: cluster.number, second });
        room.cluster.value = Math.min(cluster.number, second);
      }}
    />
  );
}

function TermBars({
  title,
  hint,
  terms,
}: {
  title: string;
  hint: string;
  terms: [string, number][];
}) {
  const shown = terms.slice(0, SHOWN_TERMS);
  const longest = Math.max(...shown.map(([, value]) => value), 1e-9);
  const digits = longest < 1 ? 3 : 1;
  return (
    <div>
      <h3>
        <span class="term" {...tipHandlers(hint)}>
          {title}
        </span>
      </h3>
      <ul class="term-bars">
        {shown.map(([word, value]) => (
          <li key={word} title={`${word} ${value.toFixed(digits)}`}>
            <span class="term-bar" style={{ width: `${(100 * value) / longest}%` }} />
            <span class="term-word">{word}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Examples({ room, cluster }: { room: ClusterStore; cluster: Cluster }) {
  const kind = useSignal<"typical" | "borderline">("typical");
  const frame = room.examples.value;
  const lines = frame?.number === cluster.number ? frame[kind.value] : null;
  return (
    <div class="group">
      <fieldset class="segments" aria-label={LIST.which(room.row.value)}>
        {(["typical", "borderline"] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={kind.value === name}
            data-testid={`examples-${name}`}
            onClick={() => {
              kind.value = name;
            }}
          >
            {CLUSTER.examples[name]}
          </button>
        ))}
      </fieldset>
      <ul class="cluster-examples">
        {lines?.map((line) => (
          <Example
            key={line.row}
            room={room}
            line={line}
            borderline={kind.value === "borderline"}
          />
        ))}
      </ul>
      {lines?.length === 0 && <p class="quiet">{CLUSTER.noRows(room.row.value)}</p>}
    </div>
  );
}

function Example(props: { room: ClusterStore; line: ClusterLine; borderline: boolean }) {
  const say = useSay();
  const { room, line, borderline } = props;
  return (
    <li>
      <button
        type="button"
        class="selection-item"
        data-testid="cluster-example"
        data-row={line.row}
        onClick={() => room.read(line.row)}
      >
        <span class="selection-id clip">{titleOf(line.id, say)}</span>
        <span class="quiet example-fact small clip">
          {borderline ? CLUSTER.nearly(line.rival) : line.cosine.toFixed(2)}
        </span>
        {line.text && <span class="selection-text note-faint clip">{line.text}</span>}
      </button>
    </li>
  );
}
