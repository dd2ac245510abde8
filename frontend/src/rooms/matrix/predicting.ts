import { signal } from "@preact/signals";
import {
  type Prediction,
  PredictionFault,
  type PredictionProgress,
  type PredictionTask,
  type Predictor,
} from "./predict-file";

/** The file that is being predicted; one at a time. */
export class Predicting {
  /** Null where the page cannot send files: in a notebook. */
  predictor: Predictor | null = null;
  /** The model that the dialog is open for. */
  readonly model = signal<number | null>(null);
  readonly progress = signal<PredictionProgress | null>(null);
  readonly result = signal<Prediction | null>(null);
  readonly fault = signal("");
  /** Whether each row gets its reasons, too. */
  readonly reasons = signal(false);
  private task: PredictionTask | null = null;

  open(model: number): void {
    this.result.value = null;
    this.fault.value = "";
    this.model.value = model;
  }

  /** Closes the dialog and stops what is under way. */
  close(): void {
    this.task?.cancel();
    this.task = null;
    this.progress.value = null;
    this.model.value = null;
  }

  async start(file: File): Promise<void> {
    const model = this.model.peek();
    if (model === null || !this.predictor) return;
    this.fault.value = "";
    this.progress.value = { sent: 0, rows: 0 };
    const task = this.predictor(file, model, this.reasons.peek(), (now) => {
      if (this.task === task) this.progress.value = now;
    });
    this.task = task;
    try {
      const result = await task.done;
      if (this.task === task) this.result.value = result;
    } catch (error) {
      if (!(error instanceof PredictionFault)) throw error;
      if (this.task === task)
        this.fault.value = [error.what, error.todo].filter(Boolean).join(". ");
    } finally {
      if (this.task === task) {
        this.task = null;
        this.progress.value = null;
      }
    }
  }
}
