import { useSignal } from "@preact/signals";
import { Dialog } from "../../ui/dialog";
import { sentence } from "../../ui/format";
import { Icon } from "../../ui/icons";
import { TaskBar } from "../../ui/task-bar";
import type { MatrixStore } from "./store";
import { PREDICT, predictedText } from "./words";

/** Predicts the rows of a file with one model: choose or drop it, wait, download the table. */
export function PredictDialog({ room }: { room: MatrixStore }) {
  const { predicting } = room;
  const asked = predicting.model.value !== null;
  return (
    <Dialog
      open={asked}
      class="room-dialog floating"
      label={PREDICT.title}
      testid="predict-dialog"
      closesBeside={false}
      onClose={() => predicting.close()}
    >
      <div class="room-dialog-body">
        <h2>{PREDICT.title}</h2>
        <Stage room={room} />
        <div class="buttons">
          <button
            type="button"
            class="button"
            data-testid="predict-close"
            onClick={() => predicting.close()}
          >
            {predicting.progress.value ? PREDICT.cancel : PREDICT.close}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

function Stage({ room }: { room: MatrixStore }) {
  const { progress, result, fault } = room.predicting;
  if (progress.value) {
    const { sent, rows } = progress.value;
    return (
      <div data-testid="predict-progress" aria-live="polite">
        <p>{rows > 0 ? predictedText(rows, false) : PREDICT.sending}</p>
        <TaskBar task={PREDICT.title} done={rows > 0 ? null : sent} />
      </div>
    );
  }
  if (result.value) {
    return (
      <>
        <p data-testid="predict-rows">{predictedText(result.value.rows, true)}</p>
        {result.value.notes.map((note) => (
          <p key={note} class="note">
            {sentence(note)}
          </p>
        ))}
        <a
          class="button button-go"
          href={result.value.address}
          download=""
          data-testid="predict-download"
        >
          <Icon name="save" size={14} /> {PREDICT.download}
        </a>
        <button
          type="button"
          class="text-button"
          onClick={() => {
            result.value = null;
          }}
        >
          {PREDICT.another}
        </button>
      </>
    );
  }
  return (
    <>
      {fault.value && (
        <p class="builder-warning" role="alert" data-testid="predict-fault">
          {sentence(fault.value)}
        </p>
      )}
      <p>{PREDICT.explain}</p>
      <label class="row" title={PREDICT.reasonsHint}>
        <input
          type="checkbox"
          data-testid="predict-reasons"
          checked={room.predicting.reasons.value}
          onChange={(event) => {
            room.predicting.reasons.value = event.currentTarget.checked;
          }}
        />
        {PREDICT.reasons}
      </label>
      <DropZone onFile={(file) => room.predicting.start(file)} />
    </>
  );
}

function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const over = useSignal(false);
  return (
    <label
      class={`predict-drop ${over.value ? "is-over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        event.stopPropagation();
        over.value = true;
      }}
      onDragLeave={() => {
        over.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        // The page itself takes dropped files as data.
        event.stopPropagation();
        over.value = false;
        const file = event.dataTransfer?.files[0];
        if (file) onFile(file);
      }}
    >
      <input
        type="file"
        class="unseen"
        data-testid="predict-file"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onFile(file);
        }}
      />
      <b>{PREDICT.choose}</b> <span class="quiet">{PREDICT.drop}</span>
    </label>
  );
}
