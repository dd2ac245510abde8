"""The room of a model in use: feed it rows, see whether limits hold, label, repair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from steersman.errors import SteersmanError
from steersman.session.actions import Action, Change, Query, actions_in
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.models import choice_of
from steersman.session.matrix.room import MatrixRoom
from steersman.session.matrix.shapes import ReasonValues
from steersman.session.room import Room, RoomSet
from steersman.session.shapes import FileFrame
from steersman.session.state import State
from steersman.session.use import actions
from steersman.session.use.actions import (
    AskReasons,
    DrawRows,
    ExportDrawnRows,
    ExportVersion,
    FeedFile,
    ImportLabels,
    LabelRow,
    OpenUse,
    PutInUse,
    RepairModel,
    SetFedColumns,
    UseVersion,
)
from steersman.session.use.choice import (
    DrawnRows,
    GivenLabel,
    RepairedAt,
    UseChoice,
    UseEvent,
)
from steersman.session.use.drawing import FIRST_COUNT, RowDrawings
from steersman.session.use.fed_rows import detected_file
from steersman.session.use.shapes import RowReasonsFrame, UseView
from steersman.session.use.views import exported_version, use_values
from steersman.session.use.watching import ModelInUse, class_places, model_columns
from steersman.session.views import Column, View
from steersman.tasks import Task


class UseRoom(Room):
    """The actions of the room; `models` keeps what was computed for them."""

    name = UseChoice.room
    actions = actions_in(actions)
    choice = UseChoice

    def __init__(self, rooms: RoomSet) -> None:
        self.models = ModelInUse(rooms[MatrixRoom].models, rooms.ledger)
        self.drawings = RowDrawings(self.models, rooms.ledger)
        # The view is large, and most changes are made elsewhere.
        self.shown: tuple[tuple[str, UseChoice], UseView] | None = None

    def with_outside_values(self, action: Action, state: State, task: Task) -> Action:
        """The action with what its file holds: columns by their names, labels by identifiers."""
        if isinstance(action, FeedFile) and action.file is None and state.choice(UseChoice):
            saved = self.models.known_base(state, current_choice(state))
            file, there = self.models.detected_file(action.path, saved, task)
            needed = set(model_columns(saved))
            if not needed & set(there) and file.id and file.label:
                # Only identifiers and labels: these are for rows that came before.
                labels = self.models.labels_in(action.path, saved, file, task)
                return ImportLabels(action.path, labels)
            return replace(action, path=file.path, file=file)
        if isinstance(action, ImportLabels) and not action.labels and state.choice(UseChoice):
            saved = self.models.known_base(state, current_choice(state))
            labels = self.models.labels_in(action.path, saved, None, task)
            return replace(action, labels=labels)
        return action

    def apply(self, corpus: Corpus, state: State, action: Change, task: Task) -> State:
        """The state after an action of this room."""
        if isinstance(action, OpenUse):
            return self.open_room(corpus, state, task)
        if isinstance(action, PutInUse):
            return self.with_model(corpus, state, action, task)
        choice = self.next_choice(corpus, state, action, task)
        moved = state.with_choice(choice)
        # Computed here, where progress is shown; the view then finds it.
        versions = self.models.versions(corpus, moved, choice, task)
        version = versions[choice.version]
        self.models.watch(versions[0], version, choice.events, task)
        self.drawings.plan(versions[0], version, choice, task)
        return moved

    def open_room(self, corpus: Corpus, state: State, task: Task) -> State:
        """The state with the current model of Steer in use, where it has limits to watch."""
        matrix = state.choice(MatrixChoice)
        if state.choice(UseChoice) is not None or matrix is None or matrix.shown is None:
            return state
        try:
            return self.with_model(corpus, state, PutInUse(matrix.shown), task)
        except SteersmanError:
            # A model without limits: the room asks for them.
            return state

    def with_model(self, corpus: Corpus, state: State, action: PutInUse, task: Task) -> State:
        """The state with another model in use, and nothing that happened to it yet."""
        choice = UseChoice(path=action.path)
        if not action.path:
            matrix = choice_of(state)
            number = matrix.shown if action.number is None else action.number
            choice = UseChoice(number, state.category, state.seed, matrix.all_classes)
        base = self.models.base(corpus, state, choice, task)
        # Later steering that ends at the same model must not change what is watched.
        choice = replace(choice, want=str(base.saved.story["want"]))
        self.models.base(corpus, state, choice, task)
        return state.with_choice(choice)

    def next_choice(self, corpus: Corpus, state: State, action: Change, task: Task) -> UseChoice:
        """The choice after an action on the model in use."""
        choice = current_choice(state)
        match action:
            case FeedFile(path, file):
                base = self.models.base(corpus, state, choice, task)
                told = file or detected_file(path, base.saved)
                if any(event.file == told for event in choice.events):
                    raise SteersmanError(
                        f"{Path(told.path).name} was added already",
                        todo="add another file",
                        code="file-fed-already",
                        file=Path(told.path).name,
                    )
                return choice.with_event(UseEvent("file", file=told))
            case SetFedColumns(place, label, identifier, time):
                return with_columns(choice, place, label, identifier, time)
            case DrawRows(count, even):
                asked = FIRST_COUNT if count is None and even else count
                seed = 0 if choice.drawn is None else choice.drawn.seed + 1
                return replace(choice, drawn=DrawnRows(len(choice.events), asked, even, seed))
            case LabelRow(row, label):
                return self.with_labels(corpus, state, [GivenLabel(row, label)], task)
            case ImportLabels(_, labels):
                given = [GivenLabel(row, label) for row, label in labels]
                return self.with_labels(corpus, state, given, task)
            case RepairModel(first_row):
                event = UseEvent("repair", repair=RepairedAt(choice.version, first_row))
                made = choice.with_event(event)
                return replace(made, version=made.repairs, drawn=None)
            case UseVersion(version):
                if not 0 <= version <= choice.repairs:
                    raise SteersmanError(
                        f"there is no version {version}",
                        todo=f"choose one from 0 to {choice.repairs}",
                        code="unknown-version",
                        version=version,
                    )
                return replace(choice, version=version, drawn=None)
            case _:
                raise TypeError(f"{type(action).__name__} is not done in this room")

    def with_labels(
        self, corpus: Corpus, state: State, labels: Sequence[GivenLabel], task: Task
    ) -> UseChoice:
        """The choice with labels of earlier rows; those for unknown rows are refused."""
        choice = current_choice(state)
        versions = self.models.versions(corpus, state, choice, task)
        rows = self.models.all_rows(versions[0], choice.events, task)
        place = {key: at for at, key in enumerate(rows.keys)}
        classes = class_places(versions[0].saved)
        plan = self.drawings.plan(versions[0], versions[choice.version], choice, task)
        unevenly = set() if plan is None or current_even(choice) else set(plan.places)
        for given in labels:
            if given.row not in place:
                raise SteersmanError(
                    f"no row with the identifier {given.row!r} was seen",
                    todo="add the file with these rows first",
                    code="unknown-row",
                    row=given.row,
                )
            if given.label not in classes:
                raise SteersmanError(
                    f"{given.label!r} is no class of the model",
                    todo=f"choose from: {', '.join(classes)}",
                    code="unknown-labels",
                    labels=[given.label],
                )
            fair = place[given.row] not in unevenly
            choice = choice.with_event(UseEvent("label", label=given, fair=fair))
        return choice

    def follow(self, corpus: Corpus, now: State, state: State, task: Task) -> State:  # noqa: ARG002
        """The state after a change elsewhere; without a model that is not known here."""
        choice = state.choice(UseChoice)
        if choice is None:
            return state
        try:
            self.models.versions(corpus, state, choice, task)
        except (SteersmanError, IndexError):
            return state.without(UseChoice)
        return state

    def answer(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:
        """Files to download, and reasons for a decision."""
        choice = current_choice(state)
        versions = self.models.versions(corpus, state, choice, task)
        match query:
            case ExportDrawnRows():
                plan = self.drawings.plan(versions[0], versions[choice.version], choice, task)
                if plan is None:
                    raise SteersmanError(
                        "no rows are drawn", todo="draw rows first", code="no-rows-to-label"
                    )
                rows = self.models.all_rows(versions[0], choice.events, task)
                content = self.drawings.csv(plan, versions[0], rows, task)
                column = Column("bytes", np.frombuffer(content, dtype=np.uint8), version=None)
                return View("file", FileFrame(name=f"{state.dataset}-to-label.csv"), (column,))
            case AskReasons(row):
                rows = self.models.all_rows(versions[0], choice.events, task)
                if row not in rows.keys:
                    raise SteersmanError(
                        f"there is no row {row!r}",
                        todo="choose a row that is to be labeled",
                        code="unknown-row",
                        ids=[row],
                    )
                found = self.drawings.reasons(versions[choice.version], rows, row, task)
                reasons = [ReasonValues(name=name, push=push) for name, push in found]
                return View("row-reasons", RowReasonsFrame(row=row, reasons=reasons))
            case ExportVersion(version, kind):
                known = next((each for each in versions if each.number == version), versions[0])
                name = f"{state.dataset}-version-{known.number}"
                return exported_version(known, name, kind, task)
            case _:
                raise TypeError(f"{type(query).__name__} is not asked in this room")

    def view(self, corpus: Corpus, state: State) -> View | None:
        """The model in use and all that is known about it; None before there is one."""
        choice = state.choice(UseChoice)
        if choice is None:
            return None
        key = (state.dataset, choice)
        if self.shown is None or self.shown[0] != key:
            self.shown = key, use_values(self.models, self.drawings, corpus, state, choice)
        return View(self.name, self.shown[1])

    def describe(self, action: Change) -> str:
        """A few words for the history on what an action did."""
        match action:
            case OpenUse():
                return "opened In use"
            case PutInUse(number, path):
                return f"in use: {Path(path).name if path else f'model {number}'}"
            case FeedFile(path):
                return f"rows of {Path(path).name}"
            case SetFedColumns():
                return "columns of new rows"
            case DrawRows(_, even):
                return "rows to repair with" if even else "rows to check with"
            case LabelRow(row, label):
                return f"{row}: {label}"
            case ImportLabels(path, labels):
                return f"{len(labels):,} labels of {Path(path).name}"
            case RepairModel():
                return "repaired"
            case UseVersion(version):
                return f"version {version + 1}"
            case _:
                return type(action).__name__


def current_choice(state: State) -> UseChoice:
    """The choice of the room; an error before a model is in use."""
    choice = state.choice(UseChoice)
    if choice is None:
        raise SteersmanError(
            "no model is in use", todo="put a model in use first", code="room-closed", room="use"
        )
    return choice


def current_even(choice: UseChoice) -> bool:
    """Whether the rows to label were drawn evenly."""
    return choice.drawn is None or choice.drawn.even


def with_columns(
    choice: UseChoice, place: int, label: str, identifier: str, time: str
) -> UseChoice:
    """The choice with other columns of one file; what came after it stays."""
    files = [at for at, event in enumerate(choice.events) if event.file is not None]
    if not 0 <= place < len(files):
        raise SteersmanError(
            f"there is no file {place}",
            todo=f"choose one from 0 to {len(files) - 1}",
            code="unknown-file",
            place=place,
        )
    event = choice.events[files[place]]
    assert event.file is not None  # noqa: S101
    changed = replace(event, file=replace(event.file, label=label, id=identifier, time=time))
    events = (*choice.events[: files[place]], changed, *choice.events[files[place] + 1 :])
    return replace(choice, events=events)
