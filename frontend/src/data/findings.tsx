import { plural, sentence } from "../ui/format";
import { Icon } from "../ui/icons";
import type { DataDesk } from "./desk";
import type { FileView, FindingView } from "./wire";

/** What may hurt, each with what to do and one click where that is enough. */
export function Findings({ desk, view }: { desk: DataDesk; view: FileView }) {
  const warnings = view.findings.filter((finding) => finding.severity === "warning");
  const notes = view.findings.filter((finding) => finding.severity === "note");
  if (view.findings.length === 0) {
    return (
      <p class="data-clean" data-testid="findings">
        <Icon name="check" size={14} /> Nothing stands out: no leak, no repeated row, nothing
        missing.
      </p>
    );
  }
  return (
    <section class="data-findings" aria-label="What stands out" data-testid="findings">
      <ul>
        {[...warnings, ...notes].map((finding) => (
          <One key={`${finding.column} ${finding.what}`} desk={desk} finding={finding} />
        ))}
      </ul>
      <p class="unseen" role="status">
        {plural(warnings.length, "warning", "warnings")}, {plural(notes.length, "note", "notes")}
      </p>
    </section>
  );
}

function One({ desk, finding }: { desk: DataDesk; finding: FindingView }) {
  const distinct = desk.choice.value?.distinct ?? false;
  return (
    <li class={`data-finding data-finding-${finding.severity}`} data-testid="finding">
      <Icon name={finding.severity === "warning" ? "warn" : "info"} size={14} />
      <span>
        <b>{sentence(finding.what)}</b> <span class="quiet">{sentence(finding.todo)}</span>
      </span>
      {finding.remedy === "leave" && (
        <button
          type="button"
          class="button"
          data-testid="remedy-leave"
          aria-label={`Leave it out: ${finding.column}`}
          onClick={() => desk.setRole(finding.column!, "leave")}
        >
          Leave it out
        </button>
      )}
      {finding.remedy === "distinct" && (
        <button
          type="button"
          class="button"
          data-testid="remedy-distinct"
          aria-pressed={distinct}
          onClick={() => desk.send({ action: "keep-distinct", distinct: !distinct })}
        >
          {distinct ? "Keeping one of each" : "Keep one of each"}
        </button>
      )}
    </li>
  );
}
