/** Predictions for a file, made by the server that this page came from. */

export interface Prediction {
  /** Where the table can be downloaded. */
  address: string;
  rows: number;
  notes: string[];
}

export interface PredictionProgress {
  /** How much of the file has been sent, from 0 to 1. */
  sent: number;
  rows: number;
}

export interface PredictionTask {
  done: Promise<Prediction>;
  cancel(): void;
}

export type Predictor = (
  file: File,
  model: number,
  reasons: boolean,
  progress: (now: PredictionProgress) => void,
) => PredictionTask;

/** What went wrong, as the server's other errors; nothing where it was cancelled. */
export class PredictionFault extends Error {
  constructor(
    readonly what: string,
    readonly todo: string,
  ) {
    super(what);
  }
}

interface Line {
  rows?: number;
  notes?: string[];
  key?: string;
  error?: { what: string; todo: string };
}

/** The lines of an answer that are whole. */
export function wholeLines(text: string): Line[] {
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** Predicts by models of the project that is saved in `place`, the one that this window is on. */
export const predictorOf =
  (place: () => string): Predictor =>
  (file, model, reasons, progress) => {
    const request = new XMLHttpRequest();
    const done = new Promise<Prediction>((resolve, reject) => {
      request.open("POST", "./predict");
      request.setRequestHeader("x-file-name", encodeURIComponent(file.name));
      request.setRequestHeader("x-model", String(model));
      if (reasons) request.setRequestHeader("x-reasons", "yes");
      request.setRequestHeader("x-project", encodeURIComponent(place()));
      request.upload.onprogress = (event) => {
        if (event.lengthComputable) progress({ sent: event.loaded / event.total, rows: 0 });
      };
      request.onprogress = () => {
        const rows = wholeLines(request.responseText).at(-1)?.rows;
        if (request.status === 200 && rows !== undefined) progress({ sent: 1, rows });
      };
      request.onload = () => {
        if (request.status !== 200) {
          reject(refusalOf(request.responseText, file.name));
          return;
        }
        const lines = wholeLines(request.responseText);
        const last = lines.at(-1);
        const result = lines.findLast(({ rows }) => rows !== undefined);
        if (last?.key)
          resolve({
            address: `./predictions/${last.key}`,
            rows: result?.rows ?? 0,
            notes: result?.notes ?? [],
          });
        else
          reject(new PredictionFault(last?.error?.what ?? cutShort(file), last?.error?.todo ?? ""));
      };
      request.onerror = () => reject(new PredictionFault(cutShort(file), "try again"));
      request.onabort = () => reject(new PredictionFault("", ""));
      request.send(file);
    });
    return { done, cancel: () => request.abort() };
  };

function cutShort(file: File): string {
  return `${file.name} was not predicted: the connection was cut`;
}

function refusalOf(text: string, name: string): PredictionFault {
  try {
    const { what, todo } = JSON.parse(text) as { what: string; todo: string };
    return new PredictionFault(what, todo);
  } catch {
    return new PredictionFault(`${name} was not taken`, "reload the page and try again");
  }
}
