import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { FoldsClosed } from "../challenge/folds-closed";
import { ProjectMenu } from "../project/menu";
import type { Session } from "../session";
import { copied, linkTo } from "../share";
import { count, plural, visible } from "../ui/format";
import { Icon, IconButton } from "../ui/icons";
import { Menu } from "../ui/menu";
import { useSay } from "../ui/naming";
import { Term } from "../ui/term";
import { theme, toggleTheme } from "../ui/theme";
import { takenBy } from "./rail";

/** What is chosen here holds in every room; a room shows the choices that it takes. */
export function TopBar({ session }: { session: Session }) {
  const takes = takenBy(session);
  return (
    <header class="topbar">
      <h1 class="unseen">Steersman</h1>
      <DataMenu session={session} />
      {takes.includes("category") && <CategoryMenu session={session} />}
      {takes.includes("folds") && <Folds session={session} />}
      {takes.includes("search") && <Search session={session} />}
      <span class="spring" />
      <ProjectMenu session={session} />
      <Commands session={session} />
    </header>
  );
}

function DataMenu({ session }: { session: Session }) {
  const { store } = session;
  const file = session.data.view.value?.name;
  const items = (store.shown.datasets.value ?? []).map(({ name, title, summary }) => ({
    value: name,
    label: title,
    note: summary,
  }));
  return (
    <Menu
      name="data"
      title="Data"
      chosen={store.hasData.value ? (store.chosen.dataset.value ?? "") : (file ?? "no data yet")}
      note={store.hasData.value || !file ? undefined : "not loaded yet"}
      items={items}
      onChoose={(name) => store.send({ action: "choose-data", name })}
    />
  );
}

function CategoryMenu({ session: { store } }: { session: Session }) {
  const items = (store.shown.categories.value ?? []).map(({ name, documents }) => ({
    value: name,
    label: visible(name),
    note: count(documents),
  }));
  return (
    <Menu
      name="category"
      title="Category"
      chosen={store.chosen.category.value ?? ""}
      items={items}
      onChoose={(category) => store.send({ action: "choose-category", category })}
    />
  );
}

function Folds({ session }: { session: Session }) {
  const say = useSay();
  const { store } = session;
  const fold = store.chosen.fold.value ?? 0;
  if (store.shown.challenge.value) return <FoldsClosed />;
  return (
    <div class="folds">
      <IconButton
        icon="left"
        label="Previous fold"
        testid="fold-previous"
        onClick={() => session.nextFold(-1)}
      />
      <span class="folds-text">
        <Term name="fold">fold</Term>{" "}
        <span data-testid="fold">
          {fold + 1}/{store.chosen.folds.value}
        </span>
      </span>
      <IconButton
        icon="right"
        label="Next fold"
        hint="Next fold (n)"
        testid="fold-next"
        onClick={() => session.nextFold(1)}
      />
      <IconButton
        icon="resample"
        label="Draw new folds"
        hint={say("Draw new folds: the documents are shuffled and cut again")}
        testid="resample"
        onClick={() => store.send({ action: "resample" })}
      />
    </div>
  );
}

const SEARCH_PAUSE_MS = 350;

/** A word to look for, searched once the hand rests: a count never stands beside another word. */
function Search({ session }: { session: Session }) {
  const { store } = session;
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
        placeholder={`Search a ${what}`}
        aria-label={`Search a ${what}: the ${one}s that hold it stay bright`}
        title={`The ${one}s that hold the ${what} stay bright (/)`}
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
        <span class="search-found" data-testid="search-count" aria-live="polite">
          {plural(hits.count, one)}
          <button type="button" class="text-button" aria-label="Clear the search" onClick={clear}>
            <Icon name="close" size={12} />
          </button>
        </span>
      )}
    </form>
  );
}

function Commands({ session }: { session: Session }) {
  const { store } = session;
  const history = store.shown.history.value;
  if (!history) return null;
  const share = () => {
    const own = session.own.value;
    const link = own?.link() ?? linkTo(store.state.value!, session.room.value);
    const opens = own ? `opens this ${own.name} as it stands` : "reopens exactly this state";
    copied(link).then(
      () => session.say(`The link is copied. It ${opens}.`),
      () => {
        session.link.value = link;
      },
    );
  };
  const dark = theme.value === "dark";
  return (
    <div class="commands">
      <IconButton
        icon="undo"
        label="Undo"
        hint="Undo (z)"
        testid="undo"
        disabled={!session.canUndo.value}
        onClick={() => session.undo()}
      />
      <IconButton
        icon="redo"
        label="Redo"
        hint="Redo (Shift z)"
        testid="redo"
        disabled={!session.canRedo.value}
        onClick={() => session.redo()}
      />
      <span class="rule" />
      <IconButton
        icon="share"
        label={`Copy a link to this ${session.own.value?.name ?? "state"}`}
        testid="share"
        onClick={share}
      />
      <IconButton
        icon={dark ? "sun" : "moon"}
        label={dark ? "Light colors" : "Dark colors"}
        testid="theme"
        onClick={toggleTheme}
      />
      <button
        type="button"
        class="icon-button help-button"
        aria-label="Keys and words"
        title="Keys and words (?)"
        data-testid="help"
        onClick={() => {
          session.helpOpen.value = true;
        }}
      >
        ?
      </button>
    </div>
  );
}
