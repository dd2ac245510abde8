/** A file on its way to the server's folder; `done` is its path there. */
export interface Upload {
  done: Promise<string>;
  cancel(): void;
}

export type Uploader = (file: File, progress: (part: number) => void) => Upload;

/** What went wrong with an upload, as the server's other errors. */
export class UploadFault extends Error {
  constructor(
    readonly what: string,
    readonly todo: string,
  ) {
    super(what);
  }
}

/** Sends a file to the server that this page came from. */
export const uploadFile: Uploader = (file, progress) => {
  const request = new XMLHttpRequest();
  const done = new Promise<string>((resolve, reject) => {
    request.open("POST", "./upload");
    request.responseType = "json";
    request.setRequestHeader("x-file-name", encodeURIComponent(file.name));
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) progress(event.loaded / event.total);
    };
    request.onload = () => {
      const answer = request.response as { path?: string; what?: string; todo?: string } | null;
      if (request.status === 200 && answer?.path) resolve(answer.path);
      else
        reject(
          new UploadFault(
            answer?.what ?? `${file.name} was not taken in`,
            answer?.todo ?? "try again, or type its path",
          ),
        );
    };
    request.onerror = () =>
      reject(
        new UploadFault(`${file.name} was not uploaded completely`, "try again, or type its path"),
      );
    request.onabort = () => reject(new UploadFault("", ""));
    request.send(file);
  });
  return { done, cancel: () => request.abort() };
};
