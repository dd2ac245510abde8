import { count, sentence, visible } from "../../ui/format";
import type { UseView, Version } from "../../wire/use";
import { MiniMatrix } from "../matrix/mini-matrix";
import type { UseStore } from "./store";
import { NEXT, VERSIONS } from "./words";

/** The model and its repairs, the newest first, and the next repair. */
export function VersionsPage({ room, view }: { room: UseStore; view: UseView }) {
  return (
    <div class="use-versions scrolls" data-testid="use-versions">
      <RepairCard room={room} view={view} />
      {[...view.versions].reverse().map((version) => (
        <VersionCard key={version.version} room={room} view={view} version={version} />
      ))}
    </div>
  );
}

function RepairCard({ room, view }: { room: UseStore; view: UseView }) {
  const { by_class: byClass, rows, first_row: first } = view.repair;
  const enough = rows > 0 && Object.values(byClass).every((each) => each > 0);
  const classes = Object.entries(byClass)
    .map(([name, each]) => `${visible(name)} ${count(each)}`)
    .join(", ");
  return (
    <section class="use-card">
      <h2>{VERSIONS.repairTitle}</h2>
      <p>{enough ? VERSIONS.repairHint(rows, first, classes) : VERSIONS.repairNone}</p>
      <ShortLimits view={view} />
      <p>
        <button
          type="button"
          class="button button-main"
          disabled={!enough}
          data-testid="repair-now"
          onClick={() => room.repair()}
        >
          {NEXT.repair(rows)}
        </button>
      </p>
    </section>
  );
}

/** Limits that the labeled rows are too few to guarantee, and how many more it takes. */
export function ShortLimits({ view }: { view: UseView }) {
  return (
    <>
      {view.repair.short.map(({ words, rows, needed }) => (
        <p key={words} class="note" data-testid="use-short">
          {VERSIONS.short(words, rows, needed)}
        </p>
      ))}
    </>
  );
}

function VersionCard(props: { room: UseStore; view: UseView; version: Version }) {
  const { room, view, version } = props;
  const used = view.version === version.version;
  return (
    <section
      class="use-card"
      data-testid={`version-${version.version}`}
      data-in-use={used}
      data-met={version.met}
    >
      <header class="row spread">
        <h2>
          {VERSIONS.title(version.version)}
          {used && <span class="use-chip">{VERSIONS.inUse}</span>}
        </h2>
        <div class="row">
          {!used && (
            <button
              type="button"
              class="button"
              data-testid={`use-version-${version.version}`}
              onClick={() => room.send({ action: "use-version", version: version.version })}
            >
              {VERSIONS.use}
            </button>
          )}
          {version.rows > 0 && (
            <button
              type="button"
              class="button"
              onClick={() =>
                room.send({ action: "export-version", version: version.version, kind: "html" })
              }
            >
              {VERSIONS.report}
            </button>
          )}
          <button
            type="button"
            class="button"
            onClick={() => room.send({ action: "export-version", version: version.version })}
          >
            {VERSIONS.model}
          </button>
        </div>
      </header>
      <p class="note">
        {version.rows > 0 ? VERSIONS.repaired(version.rows, version.from_row) : VERSIONS.first}
      </p>
      {!version.met && <p class="use-warning">{VERSIONS.notMet}</p>}
      <Guarantees version={version} />
      {version.old.length > 0 && (
        <div class="use-matrices">
          <figure>
            <figcaption class="note">{VERSIONS.old(version.replaced ?? 0)}</figcaption>
            <MiniMatrix
              classes={view.classes}
              matrix={version.old}
              label={VERSIONS.old(version.replaced ?? 0)}
            />
          </figure>
          <figure>
            <figcaption class="note">{VERSIONS.new}</figcaption>
            <MiniMatrix classes={view.classes} matrix={version.new} label={VERSIONS.new} />
          </figure>
        </div>
      )}
    </section>
  );
}

function Guarantees({ version }: { version: Version }) {
  const said = version.sentences.length > 0 ? version.sentences : version.guarantees;
  if (said.length === 0) return <p class="note">{VERSIONS.noGuarantee}</p>;
  return (
    <ul
      class="use-said"
      data-testid="version-guarantee"
      data-guarantees={version.guarantees.length}
    >
      {said.map((line) => (
        <li key={line}>{sentence(line)}</li>
      ))}
    </ul>
  );
}
