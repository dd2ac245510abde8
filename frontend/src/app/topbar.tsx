import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ClassBar } from "../class/bar";
import { FoldsClosed } from "../rooms/challenge/folds-closed";
import { ProjectMenu } from "../rooms/project/menu";
import type { Workbench } from "../session/workbench";
import { count, plural, visible } from "../ui/format";
import { Icon, IconButton } from "../ui/icons";
import { Menu } from "../ui/menu";
import { useSay } from "../ui/naming";
import { Term } from "../ui/term";
import { theme, toggleTheme } from "../ui/theme";
import { FileChooser } from "./file-drop";
import { copyText, linkTo } from "./links";
import { takenBy } from "./rail";
import { SpeakerButton } from "./speaker-button";
import { COMMANDS, FOLDS, HELP, MENU, PRODUCT, SEARCH, SHARE, THEME } from "./words";

/** What is chosen here holds in every room; a room shows the choices that it takes. */
export function TopBar({ workbench }: { workbench: Workbench }) {
  const takes = takenBy(workbench);
  return (
    <header class="topbar row">
      <h1 class="unseen">{PRODUCT}</h1>
      <DataMenu workbench={workbench} />
      {takes.includes("category") && <CategoryMenu workbench={workbench} />}
      {takes.includes("folds") && <Folds workbench={workbench} />}
      {takes.includes("search") && <Search workbench={workbench} />}
      <span class="spring" />
      <ClassBar />
      <ProjectMenu workbench={workbench} />
      <Commands workbench={workbench} />
    </header>
  );
}

function DataMenu({ workbench }: { workbench: Workbench }) {
  const { store } = workbench;
  const file = workbench.rooms.data.view.value?.name;
  const items = (store.viewParts.datasets.value ?? []).map(({ name, title, summary }) => ({
    value: name,
    label: title,
    note: summary,
  }));
  const chooser = useRef<HTMLInputElement>(null);
  const openFile = () => {
    if (workbench.rooms.data.upload) chooser.current?.click();
    else workbench.room.value = "data";
  };
  return (
    <>
      <Menu
        name="data"
        title={MENU.data}
        chosen={
          store.hasData.value ? (store.stateParts.dataset.value ?? "") : (file ?? MENU.noData)
        }
        note={store.hasData.value || !file ? undefined : MENU.notLoaded}
        items={items}
        onChoose={(name) => store.send({ action: "choose-data", name })}
        footer={{ label: MENU.openFile, testid: "open-file", onChoose: openFile }}
      />
      <FileChooser workbench={workbench} field={chooser} testid="open-file-input" />
    </>
  );
}

function CategoryMenu({ workbench: { store } }: { workbench: Workbench }) {
  const items = (store.viewParts.categories.value ?? []).map(({ name, documents }) => ({
    value: name,
    label: visible(name),
    note: count(documents),
  }));
  return (
    <Menu
      name="category"
      title={MENU.category}
      chosen={store.stateParts.category.value ?? ""}
      items={items}
      onChoose={(category) => store.send({ action: "choose-category", category })}
    />
  );
}

function Folds({ workbench }: { workbench: Workbench }) {
  const say = useSay();
  const { store } = workbench;
  const fold = store.stateParts.fold.value ?? 0;
  if (store.viewParts.challenge.value) return <FoldsClosed />;
  return (
    <div class="folds">
      <IconButton
        icon="left"
        label={FOLDS.previous}
        testid="fold-previous"
        onClick={() => workbench.rooms.plane.nextFold(-1)}
      />
      <span class="folds-text">
        <Term name="fold">{FOLDS.fold}</Term>{" "}
        <span data-testid="fold">
          {fold + 1}/{store.stateParts.folds.value}
        </span>
      </span>
      <IconButton
        icon="right"
        label={FOLDS.next}
        hint={FOLDS.nextHint}
        testid="fold-next"
        onClick={() => workbench.rooms.plane.nextFold(1)}
      />
      <IconButton
        icon="resample"
        label={FOLDS.draw}
        hint={say(FOLDS.drawHint)}
        testid="resample"
        onClick={() => store.send({ action: "resample" })}
      />
    </div>
  );
}

const SEARCH_PAUSE_MS = 350;

/** A word to look for, searched once the hand rests: a count never stands beside another word. */
function Search({ workbench }: { workbench: Workbench }) {
  const { store } = workbench;
  const text = useSignal(store.hits.peek()?.word ?? "");
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const hits = store.hits.value;
  const say = useSay();
  const [one, what] = [say("document"), say("word")];
  const search = () => {
    window.clearTimeout(timer.current);
    store.search(text.value);
  };
  const write = (word: string) => {
    text.value = word;
    store.forgetSearch();
    window.clearTimeout(timer.current);
    if (word.trim()) timer.current = window.setTimeout(search, SEARCH_PAUSE_MS);
  };
  const clear = () => write("");
  return (
    <form
      class="search"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <Icon name="search" size={14} />
      <input
        data-testid="search"
        placeholder={SEARCH.field(what)}
        aria-label={SEARCH.label(what, one)}
        title={SEARCH.hint(what, one)}
        autocomplete="off"
        spellcheck={false}
        value={text.value}
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          clear();
          event.currentTarget.blur();
        }}
      />
      {hits && (
        <span class="search-found note" data-testid="search-count" aria-live="polite">
          {plural(hits.count, one)}
          <button type="button" class="text-button" aria-label={SEARCH.clear} onClick={clear}>
            <Icon name="close" size={12} />
          </button>
        </span>
      )}
    </form>
  );
}

function Commands({ workbench }: { workbench: Workbench }) {
  const { store } = workbench;
  const history = store.viewParts.history.value;
  if (!history) return null;
  const share = () => {
    const own = workbench.own.value?.link;
    const link = own?.copy() ?? linkTo(store.state.value!, workbench.room.value);
    const opens = own ? SHARE.opens(own.name) : SHARE.reopens;
    copyText(link).then(
      () => workbench.say(SHARE.copied(opens)),
      () => {
        workbench.link.value = link;
      },
    );
  };
  return (
    <div class="commands">
      <IconButton
        icon="undo"
        label={COMMANDS.undoLabel}
        hint={COMMANDS.undo}
        testid="undo"
        disabled={!workbench.canUndo.value}
        onClick={() => workbench.undo()}
      />
      <IconButton
        icon="redo"
        label={COMMANDS.redoLabel}
        hint={COMMANDS.redo}
        testid="redo"
        disabled={!workbench.canRedo.value}
        onClick={() => workbench.redo()}
      />
      <span class="rule" />
      <IconButton
        icon="share"
        label={SHARE.label(workbench.own.value?.link?.name ?? SHARE.state)}
        testid="share"
        onClick={share}
      />
      <SpeakerButton workbench={workbench} />
      <ThemeButton />
      <HelpButton workbench={workbench} />
    </div>
  );
}

export function ThemeButton() {
  const dark = theme.value === "dark";
  return (
    <IconButton
      icon={dark ? "sun" : "moon"}
      label={dark ? THEME.light : THEME.dark}
      testid="theme"
      onClick={toggleTheme}
    />
  );
}

export function HelpButton({ workbench }: { workbench: Workbench }) {
  return (
    <button
      type="button"
      class="icon-button help-button"
      aria-label={HELP.title}
      title={`${HELP.title} (?)`}
      data-testid="help"
      onClick={() => {
        workbench.helpOpen.value = true;
      }}
    >
      ?
    </button>
  );
}
