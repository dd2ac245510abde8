import { classLink } from "../class/link";
import { roomNamed } from "../rooms";
import type { KeyHelp } from "../rooms/room";
import type { Workbench } from "../session/workbench";
import { Dialog } from "../ui/dialog";
import { IconButton } from "../ui/icons";
import { useSay } from "../ui/naming";
import { documents } from "../ui/term";
import { TERMS, type TermName } from "../ui/terms";
import { nameOf, wordsFor } from "./help-words";
import { KEYS, MOUSE } from "./keys";
import { HELP, HELP_PAGES, HOW_TO } from "./words";

/** The keys, what the mouse does, and every word that needs a sentence. */
export function Help({ workbench }: { workbench: Workbench }) {
  const { here, elsewhere } = wordsFor(workbench.room.value);
  const open = workbench.helpOpen.value;
  const close = () => {
    workbench.helpOpen.value = false;
  };
  return (
    <Dialog
      open={open}
      class="help"
      label={HELP.title}
      testid="help-dialog"
      onClose={close}
      onKeyDown={(event) => {
        if (event.key === "?") close();
      }}
    >
      <div class="help-body">
        <header>
          <h2>{HELP.title}</h2>
          <IconButton icon="close" label={HELP.close} onClick={close} />
        </header>
        {documents.value !== null && <Documentation folder={documents.value} />}
        <HowTos
          onGo={(room) => {
            close();
            workbench.room.value = room;
          }}
        />
        <div class="help-columns">
          <section>
            <h3>{HELP.keys}</h3>
            <KeyList entries={KEYS} />
            <h3>{HELP.mouse}</h3>
            <KeyList entries={MOUSE} />
            <h3>{HELP.sliders}</h3>
            <p>{HELP.sliderText}</p>
          </section>
          <section>
            {here.length > 0 && (
              <>
                <h3>{HELP.words}</h3>
                <WordList terms={here} />
              </>
            )}
            <h3>{here.length > 0 ? HELP.otherRooms : HELP.words}</h3>
            <WordList terms={elsewhere} />
          </section>
        </div>
      </div>
    </Dialog>
  );
}

function Documentation({ folder }: { folder: string }) {
  return (
    <nav class="help-pages" aria-label={HELP.documentation} data-testid="help-pages">
      <b>{HELP.documentation}</b>
      {HELP_PAGES.map(({ title, page }) => (
        <a key={page} href={`${folder}${page}`} target="_blank" rel="noreferrer">
          {title}
        </a>
      ))}
      {classLink.value?.info.value?.role !== "student" && (
        <a href={`${folder}../diagnostics`} target="_blank" rel="noreferrer">
          {HELP.diagnostics}
        </a>
      )}
    </nav>
  );
}

function HowTos({ onGo }: { onGo: (room: string) => void }) {
  const say = useSay();
  return (
    <>
      <h3>{HELP.howTo}</h3>
      <dl class="how-to">
        {HOW_TO.map(({ question, answer, room }) => (
          <div key={question}>
            <dt>
              <b>{say(question)}</b>
            </dt>
            <dd>
              {say(answer)}{" "}
              <button type="button" class="text-button" onClick={() => onGo(room)}>
                {HELP.goThere(roomNamed(room)?.title ?? "")}
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function WordList({ terms }: { terms: readonly TermName[] }) {
  const say = useSay();
  return (
    <dl class="words">
      {terms.map((name) => (
        <div key={name}>
          <dt>{say(nameOf(name))}</dt>
          <dd>{say(TERMS[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

function KeyList({ entries }: { entries: readonly KeyHelp[] }) {
  const say = useSay();
  return (
    <dl class="keys">
      {entries.map(({ keys, does }) => (
        <div key={does}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{say(does)}</dd>
        </div>
      ))}
    </dl>
  );
}
