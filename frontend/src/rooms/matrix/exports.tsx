import type { Workbench } from "../../session/workbench";
import { offerFile } from "../../ui/download";
import { Icon } from "../../ui/icons";
import { PythonLines } from "../../ui/python-lines";
import type { MatrixView } from "../../wire/matrix";
import type { MatrixStore } from "./store";

/** The ways in which the current model, and the list of all, can leave the house. */
export function Leaving(props: { room: MatrixStore; view: MatrixView; csv: () => string }) {
  const { room, view } = props;
  const number = view.shown.number;
  const button = (name: string, title: string, testid: string, leave: () => void) => (
    <button type="button" class="button" title={title} data-testid={testid} onClick={leave}>
      <Icon name="save" size={14} /> {name}
    </button>
  );
  return (
    <>
      {button("CSV", "All models as a table", "models-export", () =>
        offerFile("models.csv", props.csv()),
      )}
      <SaveModel room={room} number={number} testid="model-export" />
      {button("card", "Its story as a page: data, want, matrices, history", "card-export", () =>
        room.send({ action: "export-card", number, kind: "html" }),
      )}
      {button(".md", "The same story as Markdown", "card-markdown", () =>
        room.send({ action: "export-card", number, kind: "md" }),
      )}
      <button
        type="button"
        class="button"
        title="The lines that make this model again"
        data-testid="ask-python"
        onClick={() => room.send({ action: "ask-python", number })}
      >
        Python
      </button>
    </>
  );
}

/** The model as a file that predicts. */
export function SaveModel(props: { room: MatrixStore; number: number; testid: string }) {
  const { room, number, testid } = props;
  return (
    <button
      type="button"
      class="button"
      title="A file that predicts from raw rows: steersman predict"
      data-testid={testid}
      onClick={() => room.send({ action: "export-model", number })}
    >
      <Icon name="save" size={14} /> model {number}
    </button>
  );
}

/** The few lines of Python that make a model again. */
export function ModelPython({ workbench }: { workbench: Workbench }) {
  const { python } = workbench.rooms.matrix;
  const shown = python.value;
  if (!shown) return null;
  return (
    <PythonLines
      workbench={workbench}
      title={`Model ${shown.number} in Python`}
      text={shown.text}
      name="model-python"
      onClose={() => {
        python.value = null;
      }}
    />
  );
}
