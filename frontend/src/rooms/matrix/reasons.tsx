import { useEffect } from "preact/hooks";
import type { Example, MatrixView } from "../../wire/matrix";
import type { MatrixStore } from "./store";
import { REASONS } from "./words";

/** The features that push a row hardest to each side, and how that was found out. */
export function Reasons(props: { room: MatrixStore; view: MatrixView; example: Example }) {
  const { room, view, example } = props;
  const weighed = example.reasons.length > 0;
  const asked = room.reasons.value.get(example.row);
  const unknown = asked === undefined; // also when another model is current
  useEffect(() => {
    if (unknown) room.explain(example.row);
  }, [room, example.row, unknown]);
  const given = weighed ? { ...example, how: "weights" as const } : asked;
  if (!given) return <p class="quiet example-why">{REASONS.asking}</p>;
  if (given.reasons.length === 0) {
    return (
      <p class="quiet example-why" data-testid="no-reason">
        {REASONS.none(given.how)} {view.program && REASONS.program}
      </p>
    );
  }
  const longest = Math.max(...given.reasons.map(({ push }) => Math.abs(push)));
  const [first, second] = given.sides;
  return (
    <div class="bars" data-testid="reasons" data-how={given.how}>
      <p class="bars-head spread note-faint">
        <span>{first}</span>
        <span>{second}</span>
      </p>
      {given.reasons.map(({ name, push }) => {
        const width = `${(Math.abs(push) / longest) * 50}%`;
        const side = push >= 0 ? "for" : "against";
        return (
          <div key={name} class="bar">
            <span
              class={`bar-fill bar-${side}`}
              style={push >= 0 ? { left: "50%", width } : { right: "50%", width }}
            />
            <span class={`bar-word clip bar-word-${side}`}>{name}</span>
            <span class={`bar-value bar-value-${side}`}>{push.toFixed(2).replace("-", "−")}</span>
          </div>
        );
      })}
      <p class="quiet bars-how small">{REASONS.how[given.how]}</p>
    </div>
  );
}
