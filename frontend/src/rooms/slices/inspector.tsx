import type { Workbench } from "../../session/workbench";
import { visible } from "../../ui/format";
import { titleOf, useSay } from "../../ui/naming";
import { cellName } from "../matrix/words";
import { ROWS } from "./words";

/** The rows of the chosen slice, the wrong ones first. */
export function SlicesInspector({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.slices;
  const frame = room.examples.value;
  const positive = room.matrix.value?.positive ?? null;
  const say = useSay();
  return (
    <aside class="inspector" aria-label="Inspector">
      <h2 class="unseen">Inspector</h2>
      <div class="inspector-body">
        {!frame && <div class="group quiet">{ROWS.choose}</div>}
        {frame && (
          <div class="group examples">
            <h3 data-testid="slice-title">{visible(frame.name)}</h3>
            <p class="note">{ROWS.head(frame.wrong, frame.count)}</p>
            <ul data-testid="slice-rows">
              {frame.examples.map((each) => (
                <li
                  key={each.row}
                  class="example slices-example"
                  data-testid="slice-row"
                  data-wrong={each.true !== each.predicted}
                >
                  <span class="example-id clip">{titleOf(each.id, say)}</span>
                  <span class={`note ${each.true === each.predicted ? "" : "slices-sure"}`}>
                    {cellName(each.true, each.predicted, positive)}
                  </span>
                  <p class="note clip slices-text">{each.text}</p>
                </li>
              ))}
            </ul>
            {frame.count > frame.examples.length && (
              <p class="quiet">{ROWS.more(frame.count - frame.examples.length)}</p>
            )}
          </div>
        )}
      </div>
    </aside>
  );
}
