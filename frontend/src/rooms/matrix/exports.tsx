import type { Workbench } from "../../session/workbench";
import { offerFile } from "../../ui/download";
import { Icon } from "../../ui/icons";
import { PythonLines } from "../../ui/python-lines";
import type { MatrixView } from "../../wire/matrix";
import type { MatrixStore } from "./store";
import { FINAL, MODELS, PREDICT } from "./words";

/** What to do with the current model: test it, take it along, use it. */
export function NextSteps({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const number = view.shown.number;
  return (
    <div class="next-steps row" data-testid="next-steps">
      {!view.test.matrix && (
        <button
          type="button"
          class="button button-main"
          title={FINAL.runHint}
          data-testid="final-test-open"
          onClick={() => {
            room.testAsked.value = true;
          }}
        >
          {FINAL.run}
        </button>
      )}
      <SaveModel room={room} number={number} testid="answer-save" />
      <Report
        room={room}
        number={number}
        kind="html"
        title={MODELS.report}
        testid="answer-report"
      />
      <AskPython room={room} number={number} testid="answer-python" />
      <PredictFile room={room} number={number} />
    </div>
  );
}

/** The ways to save the current model, and the list of all settings. */
export function Leaving(props: { room: MatrixStore; view: MatrixView; csv: () => string }) {
  const { room, view } = props;
  const number = view.shown.number;
  return (
    <>
      <button
        type="button"
        class="button"
        title={MODELS.tableHint}
        data-testid="models-export"
        onClick={() => offerFile("models.csv", props.csv())}
      >
        <Icon name="save" size={14} /> {MODELS.table}
      </button>
      <SaveModel room={room} number={number} testid="model-export" />
      <Report room={room} number={number} kind="html" title={MODELS.html} testid="card-export" />
      <Report
        room={room}
        number={number}
        kind="md"
        title={MODELS.markdown}
        testid="card-markdown"
      />
      <AskPython room={room} number={number} testid="ask-python" />
    </>
  );
}

interface LeavingProps {
  room: MatrixStore;
  number: number;
  testid: string;
}

/** The model as a file that predicts. */
function SaveModel({ room, number, testid }: LeavingProps) {
  return (
    <button
      type="button"
      class="button"
      title={MODELS.downloadHint}
      data-testid={testid}
      onClick={() => room.send({ action: "export-model", number })}
    >
      <Icon name="save" size={14} /> {MODELS.download}
    </button>
  );
}

function Report(props: LeavingProps & { kind: "html" | "md"; title: string }) {
  const { room, number, kind } = props;
  return (
    <button
      type="button"
      class="button"
      title={kind === "html" ? MODELS.reportHint : MODELS.markdownHint}
      data-testid={props.testid}
      onClick={() => room.send({ action: "export-card", number, kind })}
    >
      <Icon name="save" size={14} /> {props.title}
    </button>
  );
}

function AskPython({ room, number, testid }: LeavingProps) {
  return (
    <button
      type="button"
      class="button"
      title={MODELS.pythonHint}
      data-testid={testid}
      onClick={() => room.send({ action: "ask-python", number })}
    >
      {MODELS.python}
    </button>
  );
}

/** Predicts a file, where the page can send one. */
function PredictFile({ room, number }: { room: MatrixStore; number: number }) {
  if (!room.predicting.predictor) return null;
  return (
    <button
      type="button"
      class="button"
      title={PREDICT.hint}
      data-testid="predict-open"
      onClick={() => room.predicting.open(number)}
    >
      {PREDICT.button}
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
