import { sentence } from "../../ui/format";
import { Icon } from "../../ui/icons";
import type { FileView, FindingView, Remedy } from "../../wire/data";
import type { DataStore } from "./store";
import { FINDINGS, REMEDIES } from "./words";

/** What may hurt, each with what to do and one click where that is enough. */
export function Findings({ room, view }: { room: DataStore; view: FileView }) {
  const warnings = view.findings.filter((finding) => finding.severity === "warning");
  const notes = view.findings.filter((finding) => finding.severity === "note");
  if (view.findings.length === 0) {
    return (
      <p class="data-clean row" data-testid="findings">
        <Icon name="check" size={14} /> {FINDINGS.clean}
      </p>
    );
  }
  return (
    <section class="data-findings scrolls" aria-label={FINDINGS.title} data-testid="findings">
      <ul>
        {[...warnings, ...notes].map((finding) => (
          <One key={`${finding.column} ${finding.what}`} room={room} finding={finding} />
        ))}
      </ul>
      <p class="unseen" role="status">
        {FINDINGS.warnings(warnings.length)}, {FINDINGS.notes(notes.length)}
      </p>
    </section>
  );
}

function One({ room, finding }: { room: DataStore; finding: FindingView }) {
  const click = finding.remedy && remedy(room, finding, finding.remedy);
  return (
    <li class={`data-finding data-finding-${finding.severity}`} data-testid="finding">
      <Icon name={finding.severity === "warning" ? "warn" : "info"} size={14} />
      <span>
        <b>{sentence(finding.what)}</b> <span class="quiet">{sentence(finding.todo)}</span>
      </span>
      {click && (
        <button
          type="button"
          class="button"
          data-testid={`remedy-${finding.remedy}`}
          aria-label={finding.column ? `${click.says}: ${finding.column}` : click.says}
          aria-pressed={click.done}
          onClick={click.act}
        >
          {click.says}
        </button>
      )}
    </li>
  );
}

interface Click {
  says: string;
  /** Whether it is done; undefined where the finding goes with it. */
  done?: boolean;
  act: () => void;
}

function remedy(room: DataStore, finding: FindingView, kind: Remedy): Click {
  const [undone, done] = REMEDIES[kind];
  const { does, isDone } = remedyAction(room, finding, kind);
  return { says: isDone ? (done ?? undone) : undone, done: isDone, act: does };
}

function remedyAction(
  room: DataStore,
  finding: FindingView,
  kind: Remedy,
): { does: () => void; isDone?: boolean } {
  const { distinct, reading } = room.choice.value!;
  const { missing_labels, merge_labels, zeros_missing, vectors } = reading;
  const dropped = missing_labels === "drop";
  switch (kind) {
    case "leave":
    case "text":
    case "number":
      return { does: () => room.setRole(finding.column!, kind) };
    case "distinct":
    case "one-of-equal":
      return {
        isDone: distinct,
        does: () => room.send({ action: "keep-distinct", distinct: !distinct }),
      };
    case "merge":
      return {
        isDone: merge_labels,
        does: () => room.setReading({ merge_labels: !merge_labels }),
      };
    case "unlabeled":
      return {
        isDone: dropped,
        does: () => room.setReading({ missing_labels: dropped ? "refuse" : "drop" }),
      };
    case "separator-semicolon":
    case "separator-bar":
    case "separator-comma": {
      const separator = { semicolon: ";", bar: "|", comma: "," }[kind.slice("separator-".length)]!;
      return { does: () => room.setReading({ separator }) };
    }
    case "zeros-missing": {
      const missing = zeros_missing.includes(finding.column!);
      return {
        isDone: missing,
        does: () => room.send({ action: "read-zeros", column: finding.column!, missing: !missing }),
      };
    }
    case "vector": {
      const joined = vectors.includes(finding.column!);
      return {
        isDone: joined,
        does: () => room.send({ action: "join-columns", name: finding.column!, joined: !joined }),
      };
    }
    case "decimal-comma":
      return { does: () => room.setReading({ decimal: "," }) };
    case "decimal-point":
      return { does: () => room.setReading({ decimal: "." }) };
  }
}
