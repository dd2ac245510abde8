"""The data room: what is at hand, and a file on its way to become the session's data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from steersman.data import Dataset, fetch
from steersman.data.class_names import renamed_classes
from steersman.data.collections.by_name import COLLECTIONS
from steersman.data.columns.missing_rules import FILLINGS
from steersman.data.files.person_folders import check_owner
from steersman.data.positive_class import named_class
from steersman.data.read_options import ReadOptions
from steersman.data.sketch import Sketch
from steersman.errors import SteersmanError
from steersman.scale.sampled_dataset import SampledDataset
from steersman.session.actions import Action, Change, Query, actions_in
from steersman.session.data import actions
from steersman.session.data.choice import (
    DataChoice,
    with_class_name,
    with_known_classes,
    with_role,
)
from steersman.session.data.loading import loaded_dataset
from steersman.session.data.many_files import plain_name
from steersman.session.data.partition_loading import (
    checked_engine,
    sampled_dataset,
    write_partitions,
)
from steersman.session.data.remembered_choices import note_opened, remember
from steersman.session.data.shapes import FileView
from steersman.session.data.sketches import Sketches
from steersman.session.data.views import at_hand_view, file_values, look_view, stop_words_view
from steersman.session.datasets.corpus import Corpus, corpus_of
from steersman.session.datasets.library import READ_PART
from steersman.session.datasets.placeholder import PLACEHOLDER
from steersman.session.ledger import Registry
from steersman.session.question import checked_category
from steersman.session.room import Room, RoomSet
from steersman.session.state import State, on_other_data
from steersman.session.views import View
from steersman.tasks import Task
from steersman.workers import WorkerJob


class DataRoom(Room):
    """Looks at files as chosen and puts what was loaded into the session's library."""

    name = DataChoice.room
    actions = actions_in(actions)
    choice = DataChoice

    def __init__(self, rooms: RoomSet) -> None:
        self.library, ledger = rooms.library, rooms.ledger
        self.sketches = Sketches()
        # From a choice's recipe to the name in the library.
        self.loaded: Registry[tuple[object, ...], str] = ledger.registry()
        # From the name in the library to the choice that made it.
        self.choices: Registry[str, DataChoice] = ledger.registry()
        # From the path of a file to the name its data had, wherever the file was then.
        self.called: dict[str, str] = {}
        self.shown: tuple[tuple[DataChoice, str, str], FileView] | None = None

    def apply(self, corpus: Corpus, state: State, action: Change, task: Task) -> State:
        """The state after an action of this room; a file that is left is remembered as it stood."""
        left = state.choice(DataChoice)
        if left is not None and isinstance(action, actions.OpenFile | actions.CloseFile):
            remember(left)
        # Later actions build on these, so a newer one waits instead of cancelling them.
        if not isinstance(action, actions.LoadFile):
            task = task.until_stopped()
        match action:
            case actions.OpenFile(path, format, known):
                choice = known or self.sketches.first_choice(path, task, format)
                self.sketches.sketch(choice, task)
                note_opened(Path(choice.path))
                return state.with_choice(self.with_dataset_name(choice))
            case actions.CloseFile():
                return state.without(DataChoice)
            case actions.LoadFile(choice):
                return self.with_file(state, choice or open_file(state), task)
            case _:
                choice = self.next_choice(open_file(state), action, task)
                self.sketches.sketch(choice, task)
                remember(choice)
                choice = self.with_dataset_name(choice)
                if isinstance(action, actions.ChoosePositive) and choice.loaded == state.dataset:
                    category = self.positive_category(choice, corpus)
                    state = replace(state, category=category)
                return state.with_choice(choice)

    def with_outside_values(self, action: Action, state: State, task: Task) -> Action:
        """The action with what it depends on outside the project: what was chosen for its file."""
        if not isinstance(action, actions.OpenFile) or action.choice is not None:
            return action
        before = state.choice(DataChoice)
        if before is not None:
            remember(before)
        opened = self.sketches.first_choice(action.path, task.until_stopped(), action.format)
        return replace(action, choice=opened)

    def with_present_roles(self, choice: DataChoice, task: Task) -> DataChoice:
        """The choice without roles of columns that are not there when the file is read so."""
        known, roles = self.sketches.sniffed_roles(choice, task), choice.reading.roles
        return choice.with_reading(roles={name: roles[name] for name in roles if name in known})

    def next_choice(self, choice: DataChoice, action: Change, task: Task) -> DataChoice:
        """The choice after one part of it was changed."""
        match action:
            case actions.SetReading(options):
                check_reading(options)
                return self.with_present_roles(choice.with_reading(**options), task)
            case actions.JoinColumns(name, joined):
                others = tuple(each for each in choice.reading.vectors if each != name)
                again = choice.with_reading(vectors=(*others, name) if joined else others)
                return self.with_present_roles(again, task)
            case actions.ReadZeros(column, missing):
                others = tuple(each for each in choice.reading.zeros_missing if each != column)
                return choice.with_reading(zeros_missing=(*others, column) if missing else others)
            case actions.SetRole(column, role, beside):
                sniffed = self.sketches.sniffed_roles(choice, task)
                if column not in sniffed:
                    raise SteersmanError(
                        f"there is no column {column!r}",
                        todo=f"choose from: {', '.join(sniffed)}",
                        code="column-missing",
                        column=column,
                        columns=tuple(sniffed),
                    )
                again = with_role(choice, column, role, sniffed, beside)
                labels = self.labels(again, task)
                return with_known_classes(again, labels) if labels else again
            case actions.ChoosePositive(label):
                named_class(self.labels(choice, task), label, Path(choice.path).name)
                return choice.with_reading(positive=label)
            case actions.RenameClass(label, name):
                labels, file = self.labels(choice, task), Path(choice.path).name
                named_class(labels, label, file)
                named = with_class_name(choice, label, name)
                renamed_classes(labels, named.reading.rename_classes, file)
                return named
            case actions.SetText(text):
                return replace(choice, text=text, loaded="")
            case actions.KeepDistinct(distinct):
                return replace(choice, distinct=distinct, loaded="")
            case actions.SetEngine(engine):
                # Duplicates are looked for in memory.
                distinct = choice.distinct and not engine
                engine = checked_engine(engine)
                return replace(choice, engine=engine, distinct=distinct, loaded="")
            case actions.GuessAgain():
                return choice.as_sniffed
            case _:
                raise TypeError(f"{type(action).__name__} is not done in the data room")

    def with_dataset_name(self, choice: DataChoice) -> DataChoice:
        """The choice with the name of the data set that was made from it, if any."""
        return replace(choice, loaded=self.loaded.get(choice.recipe, ""))

    def with_file(self, state: State, choice: DataChoice, task: Task) -> State:
        """The state with the file as its data set."""
        name = self.read(choice, self.free_name(choice), task)
        opened = state.with_choice(replace(choice, loaded=name))
        return on_other_data(
            opened, name, self.positive_category(choice, self.library.corpora[name])
        )

    def positive_category(self, choice: DataChoice, corpus: Corpus) -> str:
        """The category to look for in the data of a file: as chosen, or as suggested."""
        asked = choice.reading.positive
        if asked is None:
            return corpus.first_category()
        positive = choice.reading.rename_classes.get(str(asked), asked)
        return checked_category(str(positive), corpus)

    def labels(self, choice: DataChoice, task: Task) -> list[str]:
        """The labels of the open file, as it writes them."""
        columns = self.sketches.sketch(choice, task).columns
        return [label for column in columns if column.role == "label" for label in column.balance]

    def restore(self, wanted: State, task: Task) -> None:
        """Read the file behind a state that somebody else wrote down, if it is not here yet."""
        choice = wanted.choice(DataChoice)
        if choice is not None and choice.loaded == wanted.dataset not in self.library.corpora:
            self.read(replace(choice, loaded=""), wanted.dataset, task)

    def read(self, choice: DataChoice, name: str, task: Task) -> str:
        """The name in the library of the data set made with these choices; it is read once."""
        # The same file with the same choices is the same data set, also after undo.
        if choice.recipe not in self.loaded:
            sketch = self.sketches.sketch(choice, task)
            if choice.engine:
                dataset = self.read_partitions(choice, sketch, name, task)
            else:
                dataset = self.read_rows(choice, sketch, name, task)
            task.report("preparing the data", READ_PART)
            self.put(choice, dataset)
            remember(choice)
        return self.loaded[choice.recipe]

    def read_rows(self, choice: DataChoice, sketch: Sketch, name: str, task: Task) -> Dataset:
        """All rows of a file, read into memory."""
        return task.result(
            "data set",
            lambda: (choice.recipe, choice.reading.positive, name),
            lambda: loaded_dataset(choice, sketch, name, task),
            job=WorkerJob("load-file", (choice, sketch, name), Path(choice.path).name),
            stored=False,
        )

    def read_partitions(self, choice: DataChoice, sketch: Sketch, name: str, task: Task) -> Dataset:
        """A sample of the rows of a source, all of which are written as partitions first."""
        # Writing takes long and hears no cancel within a file: only a process can be ended.
        task.result(
            "partitions",
            lambda: (choice.recipe, choice.reading.positive),
            lambda: write_partitions(choice, sketch, task),
            job=WorkerJob("write-partitions", (choice, sketch), Path(choice.path).name),
            stored=False,
        )
        return sampled_dataset(choice, sketch, name, Task())

    def put(self, choice: DataChoice, dataset: Dataset) -> None:
        """Add a data set that was made with these choices to the library."""
        whole = dataset.whole if isinstance(dataset, SampledDataset) else None
        count = dataset.n_rows if whole is None else whole.rows
        rows = f"{count:,} rows of {Path(choice.path).name}"
        self.library.add(corpus_of(dataset), dataset.name, rows)
        self.loaded[choice.recipe] = dataset.name
        self.choices[dataset.name] = replace(choice, loaded="")

    def take_over(self, choice: DataChoice, dataset: Dataset) -> None:
        """Add a data set that another session read with these choices."""
        self.put(choice, replace(dataset, name=self.free_name(choice)))

    def free_name(self, choice: DataChoice) -> str:
        """A name for the data of a file: its own without endings, numbered when it is taken."""
        plain = self.called.get(choice.path) or plain_name(Path(choice.path)) or "file"
        taken = {PLACEHOLDER, *COLLECTIONS, *self.library.corpora}
        taken |= {str(each["name"]) for each in self.library.menu}
        names = (
            plain if number == 1 else f"{plain} {number}" for number in range(1, len(taken) + 2)
        )
        return next(name for name in names if name not in taken)

    def follow(self, corpus: Corpus, now: State, state: State, task: Task) -> State:  # noqa: ARG002
        """The state after a change elsewhere; a file that a link names is looked at first."""
        choice = state.choice(DataChoice)
        if choice is None or self.sketches.knows(choice):
            return state
        try:
            self.sketches.sketch(choice, task)
        except SteersmanError:
            # The file of a link is not on this machine: the link still works without it.
            return state.without(DataChoice)
        return state

    def labels_itself(self, state: State) -> bool:
        """Whether the labels come from the open file itself, as in a folder of texts."""
        return self.sketches.sketch(open_file(state)).fixed_roles

    def answer(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:  # noqa: ARG002
        """Answer a query: the list of data sets, or a preview of one document."""
        match query:
            case actions.ListData():
                return at_hand_view(self.library)
            case actions.LookAtDocument():
                choice = open_file(state)
                return look_view(choice, self.sketches.sketch(choice, task), query)
            case actions.ListStopWords(language):
                return stop_words_view(language)
            case actions.FetchData(name):
                check_owner()
                fetch(name, lambda what, done: task.report(f"{name}: {what}", done))
                self.library.offer(name)
                return at_hand_view(self.library)
            case _:
                raise TypeError(f"{type(query).__name__} is not asked in the data room")

    def view(self, corpus: Corpus, state: State) -> View | None:  # noqa: ARG002
        """The file that is open; None when there is none."""
        choice = state.choice(DataChoice)
        if choice is None:
            return None
        asked = (choice, state.dataset, state.category)
        if self.shown is None or self.shown[0] != asked:
            self.shown = (asked, file_values(choice, self.sketches.sketch(choice), state))
        return View(self.name, self.shown[1])

    def describe(self, action: Change) -> str:
        """A few words for the history on what an action did."""
        match action:
            case actions.OpenFile(path):
                return f"opened {Path(path).name}"
            case actions.CloseFile():
                return "closed the file"
            case actions.SetReading({"merge_labels": True}):
                return "merged labels that differ in spaces and capitals"
            case actions.SetReading({"missing_labels": missing}):
                return f"rows without a label: {missing}"
            case actions.SetReading({"missing_numbers": rule}):
                return f"missing numbers: {FILLINGS.get(str(rule), rule)}"
            case actions.SetReading({"missing_categories": rule}):
                return f"missing categories: {FILLINGS.get(str(rule), rule)}"
            case actions.SetReading({"missing_dates": rule}):
                return f"missing dates: {FILLINGS.get(str(rule), rule)}"
            case actions.SetReading({"text_columns": how}):
                return f"text columns counted {how}"
            case actions.SetReading(options):
                return f"reading: other {', '.join(options)}"
            case actions.ReadZeros(column, missing):
                return f"{column}: 0 is {'missing' if missing else 'a number'}"
            case actions.JoinColumns(name, joined):
                return f"{name}: {'one vector' if joined else 'separate columns'}"
            case actions.SetRole(column, "leave"):
                return f"{column} left out"
            case actions.SetRole(column, role):
                return f"{column}: {'identifier' if role == 'id' else role}"
            case actions.ChoosePositive(label):
                return f"class to catch: {label}"
            case actions.RenameClass(label, name):
                return f"{label} renamed {name.strip() or label}"
            case actions.SetEngine(engine):
                return f"rows in partitions: {engine}" if engine else "rows in memory"
            case actions.SetText(text):
                return f"text: {text.summary}"
            case actions.KeepDistinct(distinct):
                return "duplicates removed" if distinct else "duplicates kept"
            case actions.GuessAgain():
                return "detected again"
            case actions.LoadFile(choice):
                return f"loaded {Path(choice.path).name}" if choice else "loaded the file"
            case _:
                return type(action).__name__


def check_reading(options: Mapping[str, object]) -> None:
    """Refuse names that are no options of reading; roles of columns are set one by one."""
    known = ReadOptions.names("features", "labels", "file")
    unknown = [name for name in options if name not in known]
    if unknown:
        raise SteersmanError(
            f"unknown read option {', '.join(unknown)}",
            todo=f"the options are {', '.join(known)}",
            code="reading-option-unknown",
            came=tuple(unknown),
        )


def open_file(state: State) -> DataChoice:
    """The choice for the file that is open."""
    choice = state.choice(DataChoice)
    if choice is None:
        raise SteersmanError("no file is open", todo="open one in Data", code="no-file-open")
    return choice
