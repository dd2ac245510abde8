import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { feedFiles } from "../rooms/use/feeding";
import { START_PAGE } from "../session/room-store";
import type { Workbench } from "../session/workbench";
import { typing } from "./keys";
import { pastedTable } from "./pasted-table";
import { inEmptyProject } from "./start/opening";
import { DROP } from "./words";

/** Takes files to the data room: from the start page into a project of their own; in use, as rows. */
function takeFiles(workbench: Workbench, files: File[]): void {
  const { room, rooms } = workbench;
  if (files.length === 0 || !rooms.data.upload) return;
  if (room.value === "use" && rooms.use.view.value) {
    feedFiles(workbench, files);
    return;
  }
  const take = () => {
    room.value = "data";
    rooms.data.take(files);
  };
  // the project is called like the file as soon as that is loaded
  if (room.value === START_PAGE) inEmptyProject(workbench, "", take);
  else take();
}

interface FileChooserProps {
  workbench: Workbench;
  /** The field, which a button clicks. */
  field: RefObject<HTMLInputElement>;
  testid: string;
}

/** The browser's own choice of a file. */
export function FileChooser({ workbench, field, testid }: FileChooserProps) {
  return (
    <input
      ref={field}
      type="file"
      class="unseen"
      tabIndex={-1}
      aria-hidden="true"
      data-testid={testid}
      onChange={(event) => {
        takeFiles(workbench, [...(event.currentTarget.files ?? [])]);
        event.currentTarget.value = "";
      }}
    />
  );
}

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

/** Files dropped anywhere on the page, and tables pasted into it. */
export function FileDrop({ workbench }: { workbench: Workbench }) {
  const over = useSignal(false);
  useEffect(() => {
    const allowed = () => workbench.rooms.data.upload !== null;
    const onOver = (event: DragEvent) => {
      if (!carriesFiles(event) || !allowed()) return;
      event.preventDefault();
      over.value = true;
    };
    const onLeave = (event: DragEvent) => {
      // a pointer that leaves the window goes to nothing
      if (!event.relatedTarget) over.value = false;
    };
    const onDrop = (event: DragEvent) => {
      over.value = false;
      if (!carriesFiles(event) || !allowed()) return;
      event.preventDefault();
      takeFiles(workbench, [...event.dataTransfer!.files]);
    };
    const onPaste = (event: ClipboardEvent) => {
      if (typing(event.target) || !allowed()) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const table = pastedTable(event.clipboardData?.getData("text/plain") ?? "");
      if (files.length === 0 && table) files.push(table);
      if (files.length === 0) return;
      event.preventDefault();
      takeFiles(workbench, files);
    };
    window.addEventListener("dragover", onOver);
    window.addEventListener("dragleave", onLeave);
    window.addEventListener("drop", onDrop);
    window.addEventListener("paste", onPaste);
    return () => {
      window.removeEventListener("dragover", onOver);
      window.removeEventListener("dragleave", onLeave);
      window.removeEventListener("drop", onDrop);
      window.removeEventListener("paste", onPaste);
    };
  }, [workbench]);
  if (!over.value) return null;
  return (
    <div class="drop-overlay" data-testid="drop-overlay" role="status">
      <p>{workbench.room.value === "use" ? DROP.toFeed : DROP.toOpen}</p>
    </div>
  );
}
