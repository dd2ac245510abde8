import { IconButton } from "../../ui/icons";
import { titleOf, useSay } from "../../ui/naming";
import { theme } from "../../ui/theme";
import type { PlacedFrame } from "../../wire/clusters";
import { clusterColor } from "./colors";
import { Swatch } from "./list";
import type { ClusterStore } from "./store";
import { PLACED, reasonText } from "./words";

const SHOWN_WORDS = 14;

/** A document in full, with the words that put it into its cluster. */
export function PlacedPanel({ room }: { room: ClusterStore }) {
  const say = useSay();
  const placed = room.placed.value;
  if (!placed) return <div class="group quiet">{PLACED.none}</div>;
  return (
    <article class="document" data-testid="placed" style={sideColors(room, placed)}>
      <header class="document-head">
        <h3 title={placed.id}>{titleOf(placed.id, say)}</h3>
        <IconButton
          icon="close"
          label={PLACED.close(room.row.value)}
          onClick={() => room.stepBack()}
        />
      </header>
      <p class="placed-where row">
        <Swatch number={placed.cluster} />
        <b>{placed.name}</b> <span class="quiet">{reasonText(placed)}</span>
      </p>
      {placed.labels.length > 0 && (
        <p class="labels">
          {placed.labels.map((label) => (
            <span key={label} class="chip">
              {label}
            </span>
          ))}
        </p>
      )}
      <Pushes placed={placed} />
      <p class="document-text placed-text" data-testid="placed-text">
        {placed.pieces.map(([text, push], place) =>
          push === null ? (
            text
          ) : (
            <mark
              key={place}
              class={push >= 0 ? "mark-for" : "mark-against"}
              style={{ "--push": strength(push, placed) }}
              title={PLACED.speaks(push >= 0 ? placed.name : placed.rival, push)}
            >
              {text}
            </mark>
          ),
        )}
      </p>
    </article>
  );
}

/** What speaks for a cluster has its color, here as on the map. */
function sideColors(room: ClusterStore, placed: PlacedFrame): Record<string, string> {
  const rival = room.found.value?.clusters.find(({ name }) => name === placed.rival);
  return {
    "--positive": clusterColor(placed.cluster, theme.value),
    "--negative": clusterColor(rival?.number ?? null, theme.value),
  };
}

function strength(push: number, { words }: PlacedFrame): string {
  const longest = Math.max(...words.map((word) => Math.abs(word.push)), 1e-9);
  return `${Math.round(8 + (26 * Math.abs(push)) / longest)}%`;
}

function Pushes({ placed }: { placed: PlacedFrame }) {
  const words = placed.words.slice(0, SHOWN_WORDS);
  const longest = Math.max(...words.map(({ push }) => Math.abs(push)), 1e-9);
  const shown = words.reduce((sum, { push }) => sum + push, 0);
  const all = placed.words.reduce((sum, { push }) => sum + push, 0) + placed.rest;
  if (placed.name === placed.rival) return null;
  return (
    <div class="bars placed-bars">
      <p class="bars-head spread note-faint">
        <span>{placed.rival}</span>
        <span>{placed.name}</span>
      </p>
      {words.map(({ word, push }) => {
        const side = push >= 0 ? "for" : "against";
        const width = `${(Math.abs(push) / longest) * 50}%`;
        return (
          <div key={word} class="bar" data-testid="placed-word">
            <span
              class={`bar-fill bar-${side}`}
              style={push >= 0 ? { left: "50%", width } : { right: "50%", width }}
            />
            <span class={`bar-word clip bar-word-${side}`}>{word}</span>
            <span class={`bar-value bar-value-${side}`}>{signedText(push)}</span>
          </div>
        );
      })}
      {words.length < placed.words.length && (
        <p class="bars-rest spread note-faint">
          {PLACED.others} <b>{signedText(all - shown)}</b>
        </p>
      )}
      {placed.is_mixture && (
        <p class="bars-rest spread note-faint">
          {PLACED.sizes} <b>{signedText(placed.start)}</b>
        </p>
      )}
    </div>
  );
}

function signedText(value: number): string {
  return value.toFixed(Math.abs(value) < 1 ? 3 : 1).replace("-", "−");
}
