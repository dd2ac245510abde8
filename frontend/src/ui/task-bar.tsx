import { taskText } from "./format";

/** How far a task has come; endless where nobody knows. */
export function TaskBar({ task, done }: { task: string; done: number | null }) {
  const percent = done === null ? null : Math.round(done * 100);
  return (
    <div
      class={`progress-bar ${percent === null ? "progress-endless" : ""}`}
      role="progressbar"
      aria-label={taskText(task)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
    >
      <span style={{ width: percent === null ? "30%" : `${percent}%` }} />
    </div>
  );
}
