import { plural, sentence } from "../../ui/format";
import { Icon } from "../../ui/icons";
import type { FileView, FindingView, Remedy } from "../../wire/data";
import type { DataStore } from "./store";

/** What may hurt, each with what to do and one click where that is enough. */
export function Findings({ room, view }: { room: DataStore; view: FileView }) {
  const warnings = view.findings.filter((finding) => finding.severity === "warning");
  const notes = view.findings.filter((finding) => finding.severity === "note");
  if (view.findings.length === 0) {
    return (
      <p class="data-clean row" data-testid="findings">
        <Icon name="check" size={14} /> Nothing stands out: no leak, no repeated row, nothing
        missing.
      </p>
    );
  }
  return (
    <section class="data-findings scrolls" aria-label="What stands out" data-testid="findings">
      <ul>
        {[...warnings, ...notes].map((finding) => (
          <One key={`${finding.column} ${finding.what}`} room={room} finding={finding} />
        ))}
      </ul>
      <p class="unseen" role="status">
        {plural(warnings.length, "warning", "warnings")}, {plural(notes.length, "note", "notes")}
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
  const { distinct, reading } = room.choice.value!;
  const { missing_labels, merge_labels } = reading;
  const dropped = missing_labels === "drop";
  switch (kind) {
    case "leave":
      return { says: "Leave it out", act: () => room.setRole(finding.column!, "leave") };
    case "number":
      return { says: "Read as numbers", act: () => room.setRole(finding.column!, "number") };
    case "distinct":
      return {
        says: distinct ? "Keeping one of each" : "Keep one of each",
        done: distinct,
        act: () => room.send({ action: "keep-distinct", distinct: !distinct }),
      };
    case "merge":
      return {
        says: merge_labels ? "Made one" : "Make them one",
        done: merge_labels,
        act: () => room.setReading({ merge_labels: !merge_labels }),
      };
    case "unlabeled":
      return {
        says: dropped ? "Leaving them out" : "Leave them out",
        done: dropped,
        act: () => room.setReading({ missing_labels: dropped ? "refuse" : "drop" }),
      };
    case "separator-semicolon":
    case "separator-bar":
    case "separator-comma": {
      const separator = { semicolon: ";", bar: "|", comma: "," }[kind.slice("separator-".length)]!;
      return { says: `Part at ${separator}`, act: () => room.setReading({ separator }) };
    }
    case "decimal-comma":
      return { says: "Read 1,234 as 1.234", act: () => room.setReading({ decimal: "," }) };
    case "decimal-point":
      return { says: "Read 1,234 as 1234", act: () => room.setReading({ decimal: "." }) };
  }
}
