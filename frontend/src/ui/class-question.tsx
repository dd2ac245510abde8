import { sentence } from "./format";
import { tipHandlers } from "./term";

interface ClassQuestionProps {
  all: boolean;
  /** Why all classes cannot be asked about together; empty where they can. */
  why: string;
  onChoose: (all: boolean) => void;
}

/** One category against the rest, or all classes at once where that makes sense. */
export function ClassQuestion({ all, why, onChoose }: ClassQuestionProps) {
  if (why) {
    const reason = sentence(why);
    return (
      <p class="quiet class-question" data-testid="one-at-a-time">
        <span class="term" {...tipHandlers(`${reason} Choose the category at the top.`)}>
          one category at a time
          <span class="unseen">: {reason}</span>
        </span>
      </p>
    );
  }
  const choice = (value: boolean, title: string, testid: string) => (
    <button
      type="button"
      aria-pressed={all === value}
      data-testid={testid}
      onClick={() => {
        if (all !== value) onChoose(value);
      }}
    >
      {title}
    </button>
  );
  return (
    <fieldset class="segments">
      <legend class="unseen">Which classes</legend>
      {choice(false, "one category", "one-class")}
      {choice(true, "all classes", "all-classes")}
    </fieldset>
  );
}
