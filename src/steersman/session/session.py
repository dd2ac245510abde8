"""The session that all four doors drive: it performs actions and answers with views."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from threading import RLock
from time import time
from typing import Any

from steersman.data import Dataset, fold_numbers
from steersman.errors import SteersmanError
from steersman.learn.autotune import Setting, Tuned, autotune
from steersman.learn.lines import best_line
from steersman.learn.trajectory import Watch
from steersman.session.actions import Action, Change, Look, Query, Study, Switch, gesture_of
from steersman.session.actions.bayes import BayesDemo, BayesPlane
from steersman.session.actions.challenge import Buy, Reveal, StartChallenge
from steersman.session.actions.plane import (
    Autotune,
    BestLine,
    ChooseData,
    Inspect,
    ListDocuments,
    MoveLine,
    Search,
    SetState,
    Split,
)
from steersman.session.actions.travel import GoBest, GoTo, Open, Redo, Travel, Undo
from steersman.session.apply import apply, described, on_data
from steersman.session.bayes import bayes_demo_view, bayes_plane_view
from steersman.session.challenge import (
    bought_rows,
    challenge_values,
    new_challenge,
    sealed_f1,
)
from steersman.session.cluster_room import ClusterRoom
from steersman.session.compare_room import CompareRoom
from steersman.session.corpus import Corpus
from steersman.session.data_room import DataRoom
from steersman.session.documents import document_view, documents_view, hits_view
from steersman.session.history import History, Step
from steersman.session.intact import intact
from steersman.session.lab_room import LabRoom
from steersman.session.lesson_room import LessonRoom
from steersman.session.library import Library
from steersman.session.matrix_room import MatrixRoom
from steersman.session.plane import FoldedCounts, Plane, folded_counts
from steersman.session.project_log import ProjectLog, state_digest
from steersman.session.project_room import ProjectRoom
from steersman.session.rooms import Room
from steersman.session.state import Challenge, State, TunedFrom
from steersman.session.views import Values, View, plane_view

__all__ = ["Session"]

SLOPES = (0.5, 2.0)


class Session:
    """One person's work: a data set, the history of states, and what has been computed for them.

    Only this shell changes; states, planes and histories are values.
    """

    def __init__(self, dataset: Dataset, datasets: Sequence[Values] = ()) -> None:
        self.library = Library(dataset, datasets)
        self.revision = 0
        self.lock = RLock()
        self.watchers: list[Callable[[], None]] = []
        self.counts: dict[tuple[str, str, int, int, Challenge | None], FoldedCounts] = {}
        self.opened_tests: dict[tuple[str, str, int], float] = {}
        self.games = 0
        self.tunings: dict[tuple[str, TunedFrom], Tuned] = {}
        self.log: ProjectLog | None = None  # without one nothing is kept
        self.other_project: Callable[[Switch, Watch], Session | None] | None = None
        self.openings = 0
        self.matrix = MatrixRoom()
        self.compare = CompareRoom(self.matrix.models)
        self.clusters = ClusterRoom(self.library)
        self.data = DataRoom(self.library)
        self.project = ProjectRoom(dataset.name)
        others = (self.compare, self.clusters, self.data, LessonRoom(), LabRoom(), self.project)
        self.rooms: tuple[Room, ...] = (self.matrix, *others)
        state = State(dataset.name, self.library.corpora[dataset.name].first_category())
        self.plane = Plane.of(self.counts_of(state), state)
        self.history = History((self.scored(state, "opened", ("", 0)),))

    def perform(self, action: Action, watch: Watch | None = None) -> View:
        """Do what `action` says and return what there is to see; on an error nothing has changed.

        In a project it is written down first. Other windows on this session are told when the
        state changed. While a hand is moving, some of the view is left out: `Open` brings it when
        the hand rests.
        """
        watch = watch or Watch()
        with self.lock:
            if isinstance(action, Query):
                return self.asked(action, watch)
            if isinstance(action, Switch):
                self.become(self.opened_other(action, watch))
                view = self.view()
            else:
                with intact(self, apart=("lock", "watchers")):
                    view = self.done(action, watch)
        for tell in list(self.watchers):
            tell()
        return view

    def asked(self, query: Query, watch: Watch) -> View:
        """The answer to a question; what a study found is kept if there is a project."""
        if self.log is None or not isinstance(query, Study):
            return self.answered(query, watch)
        watch.memory = self.log.fresh_memory()
        answer = self.answered(query, watch)
        self.log.keep(query, self, None)
        return answer

    def done(self, action: Change | Travel, watch: Watch) -> View:
        """What there is to see after an action, which is kept if there is a project."""
        before = self.history
        if self.log is not None:
            watch.memory = self.log.fresh_memory()
            self.project.kept_at = int(time())
        self.advance(action, watch)
        self.revision += 1
        view = self.view(slow_parts(action, before, self.history))
        if self.log is not None:
            self.log.keep(action, self, view)
        return view

    def advance(self, action: Action, watch: Watch, known: Mapping[str, Any] | None = None) -> None:
        """Go on by one action; scores known from its first time are not computed again."""
        if isinstance(action, Travel):
            self.history = self.travelled(action)
            self.plane = self.plane_of(self.history.step.state)
            return
        if isinstance(action, Query):
            self.answered(action, watch)
            return
        assert not isinstance(action, Switch), "it leads to another session"  # noqa: S101
        state, plane = self.changed(action, watch)
        if not isinstance(action, Look):
            label, gesture = self.label(action), gesture_of(action)
            if known is not None and known["state"] == state_digest(state):
                training, validation = known["f1"]
                step = Step(state, label, training, validation, gesture)
            else:
                step = self.scored(state, label, gesture, plane)
            self.history = self.history.with_step(step)
        self.plane = plane

    def stand_still(self, action: Action) -> None:
        """Take the place of an action that cannot be done again."""
        if not isinstance(action, Travel | Query | Switch | Look):
            step = replace(self.history.step, label=self.label(action), gesture=gesture_of(action))
            self.history = self.history.with_step(step)

    def opened_other(self, action: Switch, watch: Watch) -> Session | None:
        """The session of another project, once there is all that it takes."""
        if self.other_project is None:
            raise SteersmanError(
                "this session is not kept in a project",
                todo="start it with --project FILE, or Workbench(..., project=FILE)",
            )
        return self.other_project(action, watch)

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
        game = challenge_values(state, self.opened_tests.get(game_key(state)))
        values = {"revision": self.revision, **view.values, "challenge": game}
        columns = view.columns
        for room in self.rooms:
            shown = room.view(self.corpus_of(state), state)
            if shown is not None:
                values[room.name] = shown.values
                columns += shown.columns
        return View(view.kind, values, columns)

    def answered(self, query: Query, watch: Watch) -> View:
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
                return room.answered(self.corpus_of(state), state, query, watch)

    def changed(self, action: Change, watch: Watch) -> tuple[State, Plane]:
        """The state and plane that a change leads to."""
        now = self.history.step.state
        here = self.room_of(action)
        if here is not None:
            state = here.performed(self.corpus_of(now), now, action, watch)
        else:
            state = self.changed_in_plane(now, action, watch)
        for room in self.rooms:
            if room is not here:
                state = room.continued(self.corpus_of(state), now, state, watch)
        return state, self.plane_of(state)

    def changed_in_plane(self, now: State, action: Change, watch: Watch) -> State:
        """The state after a change of the data, the folds, the knobs or the game."""
        match action:
            case ChooseData(name):
                corpus = self.library.corpus(name, watch)
                return on_data(now, name, corpus)
            case SetState(wanted):
                self.data.restore(wanted, watch)
                state = apply(now, action, self.library.corpus(wanted.dataset, watch))
                if state.tuned is not None:
                    self.tuned_prior(state.dataset, state.tuned, watch)
                return state
            case Autotune(per_feature):
                return self.tuned(now, per_feature, watch)
            case Buy() if game_key(now) in self.opened_tests:
                raise SteersmanError(
                    "the test of this game has been opened; there is nothing left to buy",
                    todo="start a new challenge",
                )
            case StartChallenge():
                self.games += 1
                return new_challenge(now, self.corpus_of(now), self.games)
            case Reveal():
                self.reveal()
                return now
            case BestLine(split, metric):
                return apply(now, self.best(split, metric), self.corpus_of(now))
            case _:
                return apply(now, action, self.corpus_of(now))

    def travelled(self, action: Travel) -> History:
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

    def best(self, split: Split, metric: str) -> MoveLine:
        """The best line of all for a split of the present plane."""
        points = self.plane.split(split)
        x, y = points.coordinates.T
        line = best_line(x, y, points.positive, metric, slopes=SLOPES)
        return MoveLine(line.slope, line.intercept)

    def tuned(self, now: State, per_feature: bool, watch: Watch) -> State:
        """The state that cross-validation inside the training rows finds, from where we stand."""
        if not per_feature:
            found = self.autotuned(self.plane, now.seed, False, watch)
            shared = {"alpha": float(found.alpha), "beta": float(found.beta)}
            return turned_to(found, replace(now, knobs={**now.knobs, **shared}, tuned=None))
        place = (now.category, now.folds, now.fold, now.seed, now.challenge, now.features)
        tuned = TunedFrom(*place, now.knobs)
        return turned_to(self.tuned_prior(now.dataset, tuned, watch), replace(now, tuned=tuned))

    def tuned_prior(self, dataset: str, tuned: TunedFrom, watch: Watch) -> Tuned:
        """The prior with its own alpha and beta for each feature, tuned once."""
        key = (dataset, tuned)
        if key not in self.tunings:
            start = State(dataset=dataset, **vars(tuned))
            plane = Plane.of(self.counts_of(start), start)
            self.tunings[key] = self.autotuned(plane, tuned.seed, True, watch)
        return self.tunings[key]

    def autotuned(self, plane: Plane, seed: int, per_feature: bool, watch: Watch) -> Tuned:
        """What cross-validation inside the training rows of a plane finds, from where it stands."""
        points, places = plane.split("training"), plane.places.smoothing
        return watch.remembered(
            lambda: autotune(
                plane.counts.corpus.present[points.rows],
                points.positive,
                start=Setting(*places.chosen, places.features, plane.slope, plane.intercept),
                seed=seed,
                per_feature=per_feature,
                progress=watch.tell,
                cancelled=watch.cancelled,
            )
        )

    def room_of(self, action: Change) -> Room | None:
        """The room besides the plane in which an action is done."""
        return next((room for room in self.rooms if isinstance(action, room.changes)), None)

    def corpus_of(self, state: State) -> Corpus:
        return self.library.corpora[state.dataset]

    def label(self, action: Change) -> str:
        room = self.room_of(action)
        if room is not None:
            return room.described(action)
        match action:
            case BestLine(split, metric):
                return f"best {metric.upper()} line for {split}"
            case ChooseData(name):
                return name
            case _:
                return described(action)

    def plane_of(self, state: State) -> Plane:
        tuning = None if state.tuned is None else self.tunings[(state.dataset, state.tuned)]
        return Plane.of(self.counts_of(state), state, self.plane, tuning)

    def counts_of(self, state: State) -> FoldedCounts:
        key = (state.dataset, state.category, state.folds, state.seed, state.challenge)
        if key not in self.counts:
            corpus = self.corpus_of(state)
            if state.challenge is None:
                folds = fold_numbers(corpus.dataset.y, state.folds, state.seed)
            else:
                folds = bought_rows(corpus, state.challenge)
            self.counts[key] = folded_counts(corpus, state.category, folds)
        return self.counts[key]

    def reveal(self) -> None:
        """Open the sealed test of the present game, once."""
        state = self.history.step.state
        if game_key(state) in self.opened_tests:
            raise SteersmanError(
                "the test of this game has been opened; a second look would mean nothing",
                todo="start a new challenge",
            )
        self.opened_tests[game_key(state)] = sealed_f1(self.plane, state)

    def scored(
        self, state: State, label: str, gesture: tuple[str, int], plane: Plane | None = None
    ) -> Step:
        """A step of the history with its scores."""
        plane = plane or self.plane
        f1 = {split: plane.cells(split, plane.boundary).f1 for split in ("training", "validation")}
        return Step(state, label, f1["training"], f1["validation"], gesture)


def turned_to(found: Tuned, state: State) -> State:
    """The state with the line and the number of features that tuning found."""
    knobs = {**state.knobs, "slope": found.slope, "intercept": found.intercept}
    return replace(state, knobs=knobs, features=found.max_features, curve=1)


def game_key(state: State) -> tuple[str, str, int]:
    """What makes a game: its data, its category and its seed."""
    seed = state.challenge.seed if state.challenge else -1
    return (state.dataset, state.category, seed)


def slow_parts(action: Action, before: History, after: History) -> tuple[str, ...]:
    """What a view can do without while a hand moves: it follows when the hand rests.

    All folds at once take time to compute; a history whose last step is being replaced takes time
    to draw.
    """
    if gesture_of(action)[1] == 0:
        return ()
    same_steps = (before.now, len(before.steps)) == (after.now, len(after.steps))
    return ("folds", "history") if same_steps else ("folds",)
