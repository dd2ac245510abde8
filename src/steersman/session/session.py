"""The session that all four doors drive: it performs actions and answers with views."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import RLock

from steersman.data import Dataset, fold_numbers, load
from steersman.errors import SteersmanError
from steersman.learn.autotune import Setting, Tuned, autotune
from steersman.learn.lines import best_line
from steersman.learn.trajectory import Watch
from steersman.session.actions import (
    Action,
    AskFrontier,
    AskLevels,
    AskNode,
    AskRanges,
    AskTraining,
    Autotune,
    BayesDemo,
    BayesPlane,
    BestLine,
    Buy,
    CellExamples,
    Change,
    ChooseData,
    ExportModel,
    FollowRow,
    GoBest,
    GoTo,
    Inspect,
    ListDocuments,
    MatrixChange,
    MoveKnob,
    MoveLine,
    Open,
    OpenTest,
    Redo,
    Reveal,
    Search,
    SetFeatures,
    SetState,
    Split,
    StartChallenge,
    Travel,
    Undo,
)
from steersman.session.apply import apply, described, gesture_of
from steersman.session.bayes import bayes_demo_view, bayes_plane_view
from steersman.session.challenge import (
    bought_rows,
    challenge_values,
    new_challenge,
    sealed_f1,
)
from steersman.session.corpus import Corpus, corpus_of
from steersman.session.documents import document_view, documents_view, hits_view
from steersman.session.history import History, Step
from steersman.session.matrix_room import MatrixRoom
from steersman.session.matrix_views import examples_view, matrix_values, path_view
from steersman.session.model_file import file_view
from steersman.session.model_views import (
    frontier_view,
    levels_view,
    node_view,
    ranges_view,
    training_view,
)
from steersman.session.plane import FoldedCounts, Plane, folded_counts
from steersman.session.state import Challenge, State
from steersman.session.views import Values, View, plane_view

__all__ = ["Session"]

SLOPES = (0.5, 2.0)


class Session:
    """One person's work: a data set, the history of states, and what has been computed for them.

    Only this shell changes; states, planes and histories are values.
    """

    def __init__(self, dataset: Dataset, datasets: Sequence[Values] = ()) -> None:
        self.datasets = list(datasets)
        self.revision = 0
        self.lock = RLock()
        self.watchers: list[Callable[[], None]] = []
        self.corpora = {dataset.name: corpus_of(dataset)}
        self.counts: dict[tuple[str, str, int, int, Challenge | None], FoldedCounts] = {}
        self.opened_tests: dict[tuple[str, str, int], float] = {}
        self.games = 0
        self.tunings: list[Tuned] = []
        self.matrix = MatrixRoom()
        corpus = self.corpora[dataset.name]
        state = State(dataset.name, corpus.first_category())
        self.plane = Plane.of(self.counts_of(state), state)
        self.history = History((self.scored(state, "opened", ("", 0)),))

    def perform(self, action: Action, watch: Watch | None = None) -> View:
        """Do what `action` says and return what there is to see; on an error nothing has changed.

        Other windows on this session are told when the state changed. While a hand is moving, all
        folds at once are left out of the view: `Open` brings them when it rests.
        """
        watch = watch or Watch()
        with self.lock:
            match action:
                case Inspect(row):
                    return document_view(self.plane, row)
                case Search(word):
                    return hits_view(self.plane, word)
                case BayesPlane():
                    return bayes_plane_view(action)
                case BayesDemo():
                    return bayes_demo_view(action)
                case ListDocuments(rows):
                    return documents_view(self.plane, rows)
                case Open():
                    return self.view()
                case (
                    CellExamples()
                    | FollowRow()
                    | AskFrontier()
                    | AskTraining()
                    | AskRanges()
                    | AskNode()
                    | AskLevels()
                    | ExportModel()
                ):
                    return self.matrix_answer(action, watch)
                case OpenTest():
                    history, plane = self.history, self.plane
                    self.matrix.look_at_test(history.step.state)
                case Reveal():
                    history, plane = self.history, self.plane
                    self.reveal()
                case GoBest() | Undo() | Redo() | GoTo():
                    history = self.travelled(action)
                    plane = self.plane_of(history.step.state)
                case _:
                    state, plane = self.changed(action, watch)
                    step = self.scored(state, self.label(action), gesture_of(action), plane)
                    history = self.history.with_step(step)
            self.history, self.plane = history, plane
            self.revision += 1
            view = self.view(moving=is_moving(action))
        for tell in list(self.watchers):
            tell()
        return view

    def view(self, moving: bool = False) -> View:
        """What there is to see now."""
        view = plane_view(self.plane, self.history, self.datasets, moving)
        state = self.history.step.state
        game = challenge_values(state, self.opened_tests.get(game_key(state)))
        values = {"revision": self.revision, **view.values, "challenge": game}
        if state.matrix is not None:
            values["matrix"] = matrix_values(self.matrix, self.corpora[state.dataset], state)
        return replace(view, values=values)

    def matrix_answer(
        self,
        asked: CellExamples
        | FollowRow
        | AskFrontier
        | AskTraining
        | AskRanges
        | AskNode
        | AskLevels
        | ExportModel,
        watch: Watch,
    ) -> View:
        """What there is to see in the matrix room besides the matrix."""
        state = self.history.step.state
        room, corpus = self.matrix, self.corpora[state.dataset]
        match asked:
            case CellExamples():
                return examples_view(room, corpus, state, asked)
            case FollowRow(row):
                return path_view(room, corpus, state, row)
            case AskFrontier():
                return frontier_view(room, corpus, state)
            case AskTraining():
                return training_view(room, corpus, state)
            case AskRanges():
                return ranges_view(room, corpus, state, watch)
            case AskNode(node):
                return node_view(room, corpus, state, node)
            case AskLevels():
                return levels_view(room, corpus, state, watch)
            case ExportModel(number):
                return file_view(room, corpus, state, number)

    def changed(self, action: Change, watch: Watch) -> tuple[State, Plane]:
        """The state and plane that a change leads to."""
        now = self.history.step.state
        match action:
            case ChooseData(name):
                corpus = self.corpus(name, watch)
                state = State(name, corpus.first_category(), matrix=now.matrix)
            case SetState(wanted):
                state = apply(now, action, self.corpus(wanted.dataset, watch))
            case Autotune(per_feature):
                state = self.tuned(now, per_feature, watch)
            case Buy() if game_key(now) in self.opened_tests:
                raise SteersmanError(
                    "the test of this game has been opened; there is nothing left to buy",
                    todo="start a new challenge",
                )
            case StartChallenge():
                self.games += 1
                state = new_challenge(now, self.corpora[now.dataset], self.games)
            case _ if isinstance(action, MatrixChange):
                state = self.matrix.performed(self.corpora[now.dataset], now, action, watch)
            case BestLine(split, metric):
                state = apply(now, self.best(split, metric), self.corpora[now.dataset])
            case _:
                state = apply(now, action, self.corpora[now.dataset])
        if state.matrix is not None and not isinstance(action, MatrixChange):
            state = self.matrix.continued(self.corpora[state.dataset], now, state, watch)
        return state, self.plane_of(state)

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
        points, places = self.plane.split("training"), self.plane.places.smoothing
        start = Setting(*places.chosen, places.features, self.plane.slope, self.plane.intercept)
        found = autotune(
            self.plane.counts.corpus.present[points.rows],
            points.positive,
            start=start,
            seed=now.seed,
            per_feature=per_feature,
            progress=watch.tell,
            cancelled=watch.cancelled,
        )
        line = {"slope": found.slope, "intercept": found.intercept}
        if isinstance(found.alpha, float) and isinstance(found.beta, float):
            knobs = {"alpha": found.alpha, "beta": found.beta, **line}
            features = found.max_features
            return replace(now, knobs=knobs, features=features, tuned=None, curve=1)
        self.tunings.append(found)
        tuned = len(self.tunings) - 1
        turned = {**now.knobs, **line}
        return replace(now, knobs=turned, features=found.max_features, tuned=tuned, curve=1)

    def label(self, action: Change) -> str:
        match action:
            case BestLine(split, metric):
                return f"best {metric.upper()} line for {split}"
            case ChooseData(name):
                return name
            case _:
                return described(action)

    def plane_of(self, state: State) -> Plane:
        return Plane.of(self.counts_of(state), state, self.plane, self.tunings)

    def counts_of(self, state: State) -> FoldedCounts:
        key = (state.dataset, state.category, state.folds, state.seed, state.challenge)
        if key not in self.counts:
            corpus = self.corpora[state.dataset]
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

    def corpus(self, name: str, watch: Watch) -> Corpus:
        """The corpus of a data set, read when it is first asked for."""
        if name not in self.corpora:
            known = [str(each["name"]) for each in self.datasets]
            if name not in known:
                raise SteersmanError(f"there is no data set {name!r}", todo=f"try {known}")
            watch.tell(f"reading {name}")
            self.corpora[name] = corpus_of(load(name))
            watch.tell(f"reading {name}", 1.0)
        return self.corpora[name]

    def scored(
        self, state: State, label: str, gesture: tuple[str, int], plane: Plane | None = None
    ) -> Step:
        """A step of the history with its scores."""
        plane = plane or self.plane
        f1 = {split: plane.cells(split, plane.boundary).f1 for split in ("training", "validation")}
        return Step(state, label, f1["training"], f1["validation"], gesture)


def game_key(state: State) -> tuple[str, str, int]:
    """What makes a game: its data, its category and its seed."""
    seed = state.challenge.seed if state.challenge else -1
    return (state.dataset, state.category, seed)


def is_moving(action: Action) -> bool:
    """Whether an action is part of a hand's movement, with more of it likely to follow."""
    return isinstance(action, MoveKnob | MoveLine | SetFeatures) and action.gesture > 0
