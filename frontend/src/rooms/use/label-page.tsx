import { useSignal } from "@preact/signals";
import type { Workbench } from "../../session/workbench";
import { change, visible } from "../../ui/format";
import type { LabelQueue, UseView } from "../../wire/use";
import { bringFile } from "./feeding";
import type { UseStore } from "./store";
import { ShortLimits } from "./versions-page";
import { StateMark } from "./watch-page";
import { LABEL, LIMIT, STATES, valueText } from "./words";

const EVEN_ROWS = 60;

/** Rows to label: first which, then one after the other. */
export function LabelPage({ workbench, view }: { workbench: Workbench; view: UseView }) {
  const room = workbench.rooms.use;
  return (
    <div class="use-label scrolls" data-testid="use-label">
      {view.drawn ? (
        <Queue workbench={workbench} view={view} queue={view.drawn} />
      ) : (
        <Start room={room} view={view} />
      )}
    </div>
  );
}

function Start({ room, view }: { room: UseStore; view: UseView }) {
  const rows = useSignal(EVEN_ROWS);
  if (view.open_rows === 0) return <p class="use-note note">{LABEL.noRows}</p>;
  return (
    <>
      <section class="use-card">
        <h2>{LABEL.checkTitle}</h2>
        <p>{LABEL.checkHint(view.open_rows, valueText(view.confidence, true))}</p>
        <p>
          <button
            type="button"
            class="button button-main"
            data-testid="draw-check"
            onClick={() => room.draw(false)}
          >
            {LABEL.checkButton}
          </button>
        </p>
      </section>
      <section class="use-card">
        <h2>{LABEL.evenTitle}</h2>
        <p>{LABEL.evenHint}</p>
        <ShortLimits view={view} />
        <p class="row">
          <input
            class="field use-count"
            type="number"
            min={1}
            max={view.open_rows}
            aria-label={LABEL.count}
            data-testid="draw-count"
            value={rows.value}
            onInput={(event) => {
              rows.value = Math.max(1, Math.round(Number(event.currentTarget.value) || 1));
            }}
          />
          <button
            type="button"
            class="button button-main"
            data-testid="draw-even"
            onClick={() => room.draw(true, rows.value)}
          >
            {LABEL.evenButton(rows.value)}
          </button>
        </p>
      </section>
    </>
  );
}

function Queue(props: { workbench: Workbench; view: UseView; queue: LabelQueue }) {
  const { workbench, view, queue } = props;
  const room = workbench.rooms.use;
  const part = queue.rows ? queue.labeled / queue.rows : 1;
  return (
    <>
      <div class="use-progress" data-testid="label-progress" data-labeled={queue.labeled}>
        <p class="row spread">
          <span>{LABEL.progress(queue.labeled, queue.rows)}</span>
          <button
            type="button"
            class="button"
            disabled={queue.labeled === 0}
            data-testid="label-undo"
            onClick={() => room.unlabel()}
          >
            {LABEL.undo}
          </button>
        </p>
        <div class="progress-bar" aria-hidden="true">
          <span style={{ width: `${100 * part}%` }} />
        </div>
      </div>
      {queue.next ? (
        <Asked room={room} view={view} queue={queue} />
      ) : (
        <p class="use-note" data-testid="label-done">
          {LABEL.done}
        </p>
      )}
      <Verdicts queue={queue} />
      <div class="row use-tools">
        <button
          type="button"
          class="button"
          onClick={() => room.send({ action: "export-drawn-rows" })}
        >
          {LABEL.download}
        </button>
        <label class="button">
          {LABEL.import}
          <input
            type="file"
            class="unseen"
            data-testid="label-import"
            onChange={(event) => {
              bringFile(workbench, event.currentTarget.files, (path) =>
                room.send({ action: "import-labels", path }),
              );
              event.currentTarget.value = "";
            }}
          />
        </label>
        <button type="button" class="button" onClick={() => room.draw(queue.even, null)}>
          {LABEL.other}
        </button>
      </div>
    </>
  );
}

function Asked({ room, view, queue }: { room: UseStore; view: UseView; queue: LabelQueue }) {
  // By row: the next one is hidden again, so that the model does not lead the person.
  const opened = useSignal("");
  const row = queue.next!;
  const reasons = room.reasons.value;
  return (
    <section class="use-asked" data-testid="label-row" data-row={row.row}>
      <p class="note">{LABEL.row(row.row)}</p>
      <p class={row.prose ? "use-text use-prose" : "use-text"}>{row.text}</p>
      <p class="note">
        {opened.value === row.row ? (
          LABEL.predicted(row.predicted)
        ) : (
          <button
            type="button"
            class="bare use-link"
            data-testid="label-show"
            onClick={() => {
              opened.value = row.row;
              room.send({ action: "ask-reasons", row: row.row });
            }}
          >
            {LABEL.showPredicted}
          </button>
        )}
      </p>
      {opened.value === row.row && reasons?.row === row.row && (
        <ul class="use-reasons" aria-label={LABEL.reasons} data-testid="label-reasons">
          {reasons.reasons.map(({ name, push }) => (
            <li key={name} class={push < 0 ? "use-against" : ""}>
              {visible(name)} <b class="num">{change(push)}</b>
            </li>
          ))}
        </ul>
      )}
      <fieldset class="use-classes row" aria-label={LABEL.which}>
        {view.classes.map((name, place) => (
          <button
            key={name}
            type="button"
            class="button use-class"
            data-testid={`label-${name}`}
            onClick={() => room.label(name)}
          >
            {visible(name)}
            {place < 9 && <kbd>{place + 1}</kbd>}
          </button>
        ))}
      </fieldset>
    </section>
  );
}

/** What the labels so far say, each limit in a line. */
function Verdicts({ queue }: { queue: LabelQueue }) {
  return (
    <section class="use-verdicts">
      {queue.limits.map((limit) => (
        <div key={limit.bound} data-testid="label-verdict" data-state={limit.state}>
          <p class="row">
            <StateMark state={limit.state} />
            <span>
              <strong>{STATES[limit.state]}:</strong> {limit.words}
              {limit.estimate !== null && (
                <span class="note">
                  {" "}
                  (
                  {LIMIT.found(
                    valueText(limit.estimate, limit.is_share),
                    limit.rows,
                    valueText(limit.low, limit.is_share),
                    valueText(limit.high, limit.is_share),
                  )}
                  )
                </span>
              )}
            </span>
          </p>
          {limit.state === "undecided" && !queue.even && limit.needed_if_kept > 0 && (
            <p class="note">{LABEL.needed(limit.needed_if_kept, limit.needed_if_broken)}</p>
          )}
        </div>
      ))}
    </section>
  );
}
