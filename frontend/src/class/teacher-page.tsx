import { useSignal } from "@preact/signals";
import { render } from "preact";
import { copyText } from "../app/links";
import { Icon } from "../ui/icons";
import { theme } from "../ui/theme";
import { type ClassInfo, ClassLink, type Student } from "./link";
import { TEACHER } from "./words";

/** Opens the page to put on the wall: how to join, who is in, and the end of the class. */
export function openTeacherPage(address: (path: string) => string, root: HTMLElement): void {
  document.title = `${TEACHER.title} – Steersman`;
  render(<TeacherPage link={new ClassLink(address("./class/news"))} />, root);
}

export function TeacherPage({ link }: { link: ClassLink }) {
  const info = link.info.value;
  return (
    <div class="steersman class-page" data-theme={theme.value} data-testid="teacher-page">
      {link.lost.value && (
        <p class="class-lost" role="alert">
          {TEACHER.lost}
        </p>
      )}
      {info?.role === "teacher" && (
        <>
          <JoinCard info={info} />
          <People info={info} link={link} />
          <Controls info={info} link={link} />
        </>
      )}
    </div>
  );
}

/** The address without what every browser adds itself. */
export function shortAddress(link: string): string {
  return `${link.replace(/^https?:\/\//, "")}/join`;
}

function JoinCard({ info }: { info: ClassInfo }) {
  const copied = useSignal(false);
  const link = `${info.link}/join?code=${info.code}`;
  return (
    <section class={`class-join ${info.open ? "" : "is-over"}`}>
      <h1>{info.open ? TEACHER.join : TEACHER.ended}</h1>
      <p class="class-address" data-testid="join-address">
        {shortAddress(info.link ?? "")}
      </p>
      <p class="class-code-name">{TEACHER.code}</p>
      <p class="class-code" data-testid="join-code">
        {info.code}
      </p>
      <button
        type="button"
        class="button"
        data-testid="copy-link"
        onClick={() =>
          copyText(link).then(
            () => {
              copied.value = true;
            },
            () => {},
          )
        }
      >
        {copied.value ? TEACHER.copied : TEACHER.copy}
      </button>
    </section>
  );
}

function People({ info, link }: { info: ClassInfo; link: ClassLink }) {
  const there = info.people ?? [];
  return (
    <section class="class-people">
      <h2 data-testid="class-count">{TEACHER.people(there.length, info.limit ?? 0)}</h2>
      {there.length === 0 ? (
        <p class="quiet">{TEACHER.nobody}</p>
      ) : (
        <ul class="scrolls">
          {there.map((student) => (
            <StudentRow
              key={student.number}
              student={student}
              remove={() => link.send({ remove: student.number })}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function StudentRow({ student, remove }: { student: Student; remove: () => void }) {
  return (
    <li class="row" data-testid="student">
      <span class={student.windows > 0 ? "class-here" : "class-away"} aria-hidden="true" />
      <span class="clip">{student.name}</span>
      {student.windows === 0 && <span class="quiet">{TEACHER.away}</span>}
      <span class="spring" />
      <button
        type="button"
        class="icon-button"
        aria-label={TEACHER.remove(student.name)}
        title={TEACHER.remove(student.name)}
        onClick={remove}
      >
        <Icon name="close" size={12} />
      </button>
    </li>
  );
}

function Controls({ info, link }: { info: ClassInfo; link: ClassLink }) {
  const asking = useSignal(false);
  return (
    <footer class="class-controls row">
      <button
        type="button"
        class={`button ${info.sharing ? "" : "button-main"}`}
        aria-pressed={info.sharing}
        disabled={!info.open}
        data-testid="share-screen"
        onClick={() => link.send({ share: !info.sharing })}
      >
        {TEACHER.share}
      </button>
      <span class="quiet">
        {info.sharing ? TEACHER.sharing(info.following ?? 0) : TEACHER.notSharing}
      </span>
      <span class="spring" />
      <a class="button" href="./">
        {TEACHER.workbench}
      </a>
      {!info.open ? (
        <button
          type="button"
          class="button button-main"
          data-testid="reopen-class"
          onClick={() => link.send({ open: true })}
        >
          {TEACHER.reopen}
        </button>
      ) : asking.value ? (
        <>
          <span>{TEACHER.endAsk}</span>
          <button
            type="button"
            class="button button-main"
            data-testid="end-class-yes"
            onClick={() => {
              asking.value = false;
              link.send({ open: false });
            }}
          >
            {TEACHER.endYes}
          </button>
          <button
            type="button"
            class="button"
            onClick={() => {
              asking.value = false;
            }}
          >
            {TEACHER.endNo}
          </button>
        </>
      ) : (
        <button
          type="button"
          class="button"
          data-testid="end-class"
          onClick={() => {
            asking.value = true;
          }}
        >
          {TEACHER.end}
        </button>
      )}
    </footer>
  );
}
