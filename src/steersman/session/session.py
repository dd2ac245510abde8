"""The session that all four doors drive: it performs actions and answers with views."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from threading import RLock
from time import time
from typing import Any

from steersman.data import Dataset
from steersman.errors import SteersmanError
from steersman.session.actions import (
    Action,
    Change,
    Look,
    Opening,
    Query,
    Study,
    Switch,
    gesture_of,
)
from steersman.session.bayes.actions import BayesDemo, BayesPlane
from steersman.session.bayes.views import bayes_demo_view, bayes_plane_view
from steersman.session.challenge.challenge import (
    challenge_values,
)
from steersman.session.clusters.actions import OpenClusters
from steersman.session.clusters.room import ClusterRoom
from steersman.session.compare.room import CompareRoom
from steersman.session.data.room import DataRoom
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.library import Library
from steersman.session.history import History, Step
from steersman.session.history_actions import GoBest, GoTo, Open, Redo, Travel, Undo
from steersman.session.intact import intact
from steersman.session.lab.room import LabRoom
from steersman.session.lessons.room import LessonRoom
from steersman.session.matrix.room import MatrixRoom
from steersman.session.plane.actions import (
    Autotune,
    BestLine,
    ChooseData,
    Inspect,
    ListDocuments,
    Search,
    SetState,
)
from steersman.session.plane.documents import document_view, documents_view, hits_view
from steersman.session.plane.plane import Plane
from steersman.session.plane.room import Planes
from steersman.session.plane.transitions import described
from steersman.session.projects.log import ProjectLog, state_digest
from steersman.session.projects.room import ProjectRoom
from steersman.session.room import Room
from steersman.session.rules import ENTERS_FREELY
from steersman.session.shapes import EntryValues
from steersman.session.state import State
from steersman.session.views import View, plane_view
from steersman.session.work.compile_progress import compiling_told
from steersman.tasks import Task

__all__ = ["Session"]


class Session:
    """One person's work: a data set, the history of states, and what has been computed for them.

    Only this shell changes; states, planes and histories are values.
    """

    def __init__(self, dataset: Dataset, datasets: Sequence[EntryValues] = ()) -> None:
        self.library = Library(dataset, datasets)
        self.revision = 0
        self.lock = RLock()
        self.watchers: list[Callable[[], None]] = []
        self.planes = Planes(self.library)
        self.log: ProjectLog | None = None  # without one nothing is kept
        self.other_project: Callable[[Switch, Session, Task], Session | None] | None = None
        self.openings = 0
        self.matrix = MatrixRoom()
        self.compare = CompareRoom(self.matrix.models)
        self.clusters = ClusterRoom(self.library)
        self.data = DataRoom(self.library)
        self.project = ProjectRoom(dataset.name)
        others = (self.compare, self.clusters, self.data, LessonRoom(), LabRoom(), self.project)
        self.rooms: tuple[Room, ...] = (self.matrix, *others)
        state = State(dataset.name, self.library.corpora[dataset.name].first_category())
        self.plane = self.planes.plane_of(state)
        self.history = History((self.scored(state, "opened", ("", 0)),))

    def perform(self, action: Action, task: Task | None = None) -> View:
        """Do what `action` says and return what there is to see; on an error nothing has changed.

        In a project it is written down first. Other windows on this session are told when the
        state changed. While a hand is moving, some of the view is left out: `Open` brings it when
        the hand rests.
        """
        task = task or Task()
        with self.lock, compiling_told(task):
            if isinstance(action, Query):
                return self.asked(action, task)
            if isinstance(action, Switch):
                self.become(self.opened_other(action, task))
                view = self.view()
            else:
                with intact(self, apart=("lock", "watchers")):
                    view = self.done(action, task)
        for tell in list(self.watchers):
            tell()
        return view

    def asked(self, query: Query, task: Task) -> View:
        """The answer to a question; what a study found is kept if there is a project."""
        if self.log is None or not isinstance(query, Study):
            return self.answered(query, task)
        task.memory = self.log.fresh_memory()
        answer = self.answered(query, task)
        self.log.keep(query, self, None)
        return answer

    def done(self, action: Change | Travel, task: Task) -> View:
        """What there is to see after an action, which is kept if there is a project."""
        before = self.history
        if self.log is not None:
            task.memory = self.log.fresh_memory()
            self.project.kept_at = int(time())
        self.advance(action, task)
        self.revision += 1
        view = self.view(self.left_out(action, before))
        if self.log is not None:
            self.log.keep(action, self, view)
        return view

    def advance(self, action: Action, task: Task, known: Mapping[str, Any] | None = None) -> None:
        """Go on by one action; scores known from its first time are not computed again."""
        if isinstance(action, Travel):
            self.history = self.traveled(action)
            self.plane = self.planes.plane_of(self.history.step.state, self.plane)
            return
        if isinstance(action, Query):
            self.answered(action, task)
            return
        assert not isinstance(action, Switch), "it leads to another session"  # noqa: S101
        state, plane = self.changed(action, task)
        if self.only_enters(action, state):
            self.history = self.history.with_state(state)
        elif not isinstance(action, Look):
            label, gesture = self.label(action, state), gesture_of(action)
            if known is not None and known["state"] == state_digest(state):
                training, validation = known["f1"]
                step = Step(state, label, training, validation, gesture)
            else:
                step = self.scored(state, label, gesture, plane)
            self.history = self.history.with_step(step)
        self.plane = plane

    def only_enters(self, action: Change, state: State) -> bool:
        """Whether an action enters a room and decides nothing, as another question would be."""
        if not isinstance(action, Opening) or isinstance(action, OpenClusters):
            return isinstance(action, OpenClusters)
        now = self.history.step.state.matrix
        asked = now is None or state.matrix is None or now.all_classes == state.matrix.all_classes
        return asked and self.matrix.models.rules >= ENTERS_FREELY

    def stand_still(self, action: Action) -> None:
        """Take the place of an action that cannot be done again."""
        if isinstance(action, Travel | Query | Switch | Look):
            return
        if not self.only_enters(action, self.history.step.state):
            step = replace(self.history.step, label=self.label(action), gesture=gesture_of(action))
            self.history = self.history.with_step(step)

    def opened_other(self, action: Switch, task: Task) -> Session | None:
        """The session of another project, once there is all that it takes."""
        if self.other_project is None:
            raise SteersmanError(
                "this session is not kept in a project",
                todo="start it with --project FILE, or Workbench(..., project=FILE)",
            )
        return self.other_project(action, self, task)

    def become(self, other: Session | None) -> None:
        """Go on as another session, for every window on this one."""
        if other is None:
            return
        kept = {name: getattr(self, name) for name in ("lock", "watchers", "openings")}
        revision = max(self.revision, other.revision) + 1
        vars(self).update(vars(other) | kept | {"revision": revision})
        self.openings += 1

    def view(self, left_out: Collection[str] = ()) -> View:
        """What there is to see now."""
        view = plane_view(self.plane, self.history, self.library.menu, left_out)
        state = self.history.step.state
        game = challenge_values(state, self.planes.goal(state), self.planes.opened_test(state))
        values = {"revision": self.revision, **view.values, "challenge": game}
        columns = view.columns
        for room in self.rooms:
            left = room.name in left_out
            shown = None if left else room.view(self.corpus_of(state), state)
            if shown is not None:
                values[room.name] = shown.values
                columns += shown.columns
        return View(view.kind, values, columns)

    def left_out(self, action: Action, before: History) -> tuple[str, ...]:
        """What a view can do without while a hand moves: it follows when the hand rests.

        All folds at once take time to compute, a history whose last step is being replaced takes
        time to draw, and the other rooms are not looked at.
        """
        if gesture_of(action)[1] == 0:
            return ()
        here = next((room for room in self.rooms if isinstance(action, room.changes)), None)
        elsewhere = tuple(room.name for room in self.rooms if room is not here)
        now = self.history
        same_steps = (before.now, len(before.steps)) == (now.now, len(now.steps))
        return ("folds", "history", *elsewhere) if same_steps else ("folds", *elsewhere)

    def answered(self, query: Query, task: Task) -> View:
        """The answer to a question."""
        match query:
            case Open():
                return self.view()
            case Inspect(row):
                return document_view(self.plane, row)
            case Search(word):
                return hits_view(self.plane, word)
            case ListDocuments(rows):
                return documents_view(self.plane, rows)
            case BayesPlane():
                return bayes_plane_view(query)
            case BayesDemo():
                return bayes_demo_view(query)
            case _:
                state = self.history.step.state
                room = next(room for room in self.rooms if isinstance(query, room.queries))
                return room.answered(self.corpus_of(state), state, query, task)

    def changed(self, action: Change, task: Task) -> tuple[State, Plane]:
        """The state and plane that a change leads to."""
        now = self.history.step.state
        here = self.room_of(action)
        if here is not None:
            state = here.performed(self.corpus_of(now), now, action, task)
        else:
            if isinstance(action, SetState):
                self.data.restore(action.state, task)
            rules = self.matrix.models.rules
            state = self.planes.changed(now, self.plane, action, task, rules)
        for room in self.rooms:
            if room is not here:
                state = room.continued(self.corpus_of(state), now, state, task)
        return state, self.planes.made_ready(state, self.plane, task)

    def traveled(self, action: Travel) -> History:
        match action:
            case Undo():
                return self.history.undone()
            case Redo():
                return self.history.redone()
            case GoTo(step):
                return self.history.at(step)
            case GoBest(split):
                best = self.history.best(split)
                return self.history if best is None else self.history.at(best)

    def room_of(self, action: Change) -> Room | None:
        """The room besides the plane in which an action is done."""
        return next((room for room in self.rooms if isinstance(action, room.changes)), None)

    def corpus_of(self, state: State) -> Corpus:
        return self.library.corpora[state.dataset]

    def label(self, action: Change, led_to: State | None = None) -> str:
        """What a step did, in a few words."""
        room = self.room_of(action)
        if room is not None:
            return room.described(action)
        match action:
            case Autotune(per_feature=True) if led_to is not None and led_to.tuned is None:
                return "tuned; own priors score no better"
            case BestLine(split, metric):
                return f"best {metric.upper()} line for {split}"
            case ChooseData(name):
                return name
            case _:
                return described(action)

    def scored(
        self, state: State, label: str, gesture: tuple[str, int], plane: Plane | None = None
    ) -> Step:
        """A step of the history with its scores."""
        plane = plane or self.plane
        f1 = {split: plane.cells(split, plane.boundary).f1 for split in ("training", "validation")}
        return Step(state, label, f1["training"], f1["validation"], gesture)
