import type { Workbench } from "../../../session/workbench";
import { IconButton } from "../../../ui/icons";
import { PythonLines } from "../../../ui/python-lines";
import { saveLesson } from "./picture";
import type { LessonStore } from "./store";

/** The picture of the lesson as it stands, and its lines of Python. */
export function LessonTools({
  workbench,
  lessons,
}: {
  workbench: Workbench;
  lessons: LessonStore;
}) {
  const save = () => {
    saveLesson(lessons.page.value).then(
      (file) => workbench.say(`Saved as ${file}.`),
      (error: Error) => workbench.say(`No picture: ${error.message}.`),
    );
  };
  return (
    <div class="lesson-tools row">
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
        aria-pressed={lessons.python.value}
        onClick={() => {
          lessons.python.value = !lessons.python.value;
        }}
      >
        Python
      </button>
    </div>
  );
}

/** The lines of Python that come to these figures. */
export function LessonPython({
  workbench,
  lessons,
}: {
  workbench: Workbench;
  lessons: LessonStore;
}) {
  const kinds = lessons.kindsOf(lessons.page.value);
  const texts = kinds.map((kind) => lessons.answers[kind].value?.python ?? "");
  const text = texts.filter(Boolean).join("\n");
  if (!lessons.python.value || !text) return null;
  return (
    <div class="lesson-code">
      <PythonLines
        workbench={workbench}
        title="The same in Python"
        text={text}
        name="lesson-python"
        onClose={() => {
          lessons.python.value = false;
        }}
      />
    </div>
  );
}
