import { signal } from "@preact/signals";
import { classLink } from "./link";
import { CLASS, STUDENT } from "./words";

/** Whether a student looks at the teacher's screen instead of their own work. */
export const following = signal(false);

/** What the top bar has of the class: for the teacher who is in, for a student what to look at. */
export function ClassBar() {
  const link = classLink.value;
  const info = link?.info.value;
  if (!link || !info) return null;
  if (info.role === "student") return info.sharing ? <StudentChoice /> : null;
  const there = info.people?.length ?? 0;
  return (
    <div class="class-bar row" data-testid="class-bar">
      <a
        class="button"
        href="./class"
        target="steersman-class"
        title={CLASS.openHint}
        data-testid="class-page"
      >
        {CLASS.title} {CLASS.people(there, info.limit ?? 0)}
      </a>
      <button
        type="button"
        class="button"
        aria-pressed={info.sharing}
        title={CLASS.shareHint}
        data-testid="share-screen"
        onClick={() => link.send({ share: !info.sharing })}
      >
        {info.sharing ? CLASS.shared(info.following ?? 0) : CLASS.share}
      </button>
    </div>
  );
}

/** A student's choice between their own work and the teacher's screen. */
function StudentChoice() {
  return (
    <button
      type="button"
      class="button button-main"
      data-testid="follow-teacher"
      onClick={() => {
        following.value = true;
      }}
    >
      {STUDENT.teacher}
    </button>
  );
}

/** The teacher's screen over a student's page, with the way back. */
export function TeacherScreen() {
  const info = classLink.value?.info.value;
  if (!following.value || info?.role !== "student") return null;
  return (
    <div class="teacher-screen" data-testid="teacher-screen">
      <div class="teacher-screen-bar row">
        <p>{info.sharing ? STUDENT.following : STUDENT.waiting}</p>
        <span class="spring" />
        <button
          type="button"
          class="button button-main"
          data-testid="own-work"
          onClick={() => {
            following.value = false;
          }}
        >
          {STUDENT.back}
        </button>
      </div>
      <iframe class="teacher-screen-frame" src="./follow" title={STUDENT.frame} />
    </div>
  );
}
