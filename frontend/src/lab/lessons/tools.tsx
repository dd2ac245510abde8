import type { Session } from "../../session";
import { IconButton } from "../../ui/icons";
import { PythonLines } from "../../ui/python-lines";
import { KINDS_OF, type LessonDesk } from "./desk";
import { saveLesson } from "./picture";

/** The picture of the lesson as it stands, and its lines of Python. */
export function LessonTools({ session, desk }: { session: Session; desk: LessonDesk }) {
  const save = () => {
    saveLesson(desk.page.value).then(
      (file) => session.say(`Saved as ${file}.`),
      (error: Error) => session.say(`No picture: ${error.message}.`),
    );
  };
  return (
    <div class="lesson-tools">
      <IconButton
        icon="save"
        label="Save this lesson as a picture"
        testid="lesson-picture"
        onClick={save}
      />
      <button
        type="button"
        class="text-button"
        data-testid="lesson-python"
        aria-pressed={desk.python.value}
        onClick={() => {
          desk.python.value = !desk.python.value;
        }}
      >
        Python
      </button>
    </div>
  );
}

/** The lines of Python that come to the figures on show. */
export function LessonPython({ session, desk }: { session: Session; desk: LessonDesk }) {
  const texts = KINDS_OF[desk.page.value].map((kind) => desk.answers[kind].value?.python ?? "");
  const text = texts.filter(Boolean).join("\n");
  if (!desk.python.value || !text) return null;
  return (
    <div class="lesson-code">
      <PythonLines
        session={session}
        title="The same in Python"
        text={text}
        name="lesson-python"
        onClose={() => {
          desk.python.value = false;
        }}
      />
    </div>
  );
}
