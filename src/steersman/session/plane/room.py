"""The planes of a session's states: what is counted, tuned, drawn and opened for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from steersman.course import Course
from steersman.data import fold_numbers
from steersman.errors import SteersmanError
from steersman.learn.likelihood import Setting, Tuned, autotune, best_line
from steersman.session.actions import Change
from steersman.session.challenge.actions import Buy, Reveal, StartChallenge
from steersman.session.challenge.challenge import (
    affordable_rows,
    bought_rows,
    new_challenge,
    running,
    sealed_f1,
)
from steersman.session.challenge.challenge_goal import goal_of_game
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.library import READ_PART, Library
from steersman.session.plane.actions import (
    Autotune,
    BestLine,
    ChooseData,
    MoveLine,
    SetState,
    Split,
    TuneFolds,
)
from steersman.session.plane.fold_counts import FoldedCounts, folded_counts
from steersman.session.plane.per_feature_prior import (
    after_own_words,
    asked_in,
    before_tuning,
    has_own_words,
    on_the_same_rows,
)
from steersman.session.plane.plane import NOTHING_TUNED, Plane
from steersman.session.plane.transitions import apply, on_data
from steersman.session.state import Challenge, State, TunedFrom
from steersman.tasks import Task

__all__ = ["Planes"]

SLOPES = (0.5, 2.0)
INNER_FOLDS = 5


class Planes:
    """Counts of the folds and tuned priors, each found once; games and what was opened in them."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.counts: dict[tuple[str, str, int, int, Challenge | None], FoldedCounts] = {}
        self.opened_tests: dict[tuple[str, str, int], float] = {}
        self.games = 0
        self.goals: dict[tuple[str, str, int], float] = {}
        self.tunings: dict[tuple[str, TunedFrom], Tuned] = {}

    def changed(self, now: State, plane: Plane, action: Change, task: Task) -> State:
        """The state after a change of the data, the folds, the knobs or the game."""
        if isinstance(action, Autotune):
            return self.tuned(now, plane, action.per_feature, task)
        if isinstance(action, StartChallenge):
            state = self.new_game(now)
        else:
            state = self.led_to(now, plane, action, task)
        self.goal(state, task)
        return self.with_its_own_words(now, state, action, task)

    def led_to(self, now: State, plane: Plane, action: Change, task: Task) -> State:
        """The state that an action leads to, if words go on as they are."""
        match action:
            case ChooseData(name):
                corpus = self.library.corpus(name, task)
                return on_data(now, name, corpus)
            case SetState(wanted):
                state = apply(now, action, self.library.corpus(wanted.dataset, task))
                if state.tuned is not None:
                    self.tuned_prior(state.dataset, state.tuned, task)
                return state
            case TuneFolds():
                self.tune_folds(now, task)
                return now
            case Buy() if game_key(now) in self.opened_tests:
                raise SteersmanError(
                    "the test of this game has been opened; there is nothing left to buy",
                    todo="start a new challenge",
                )
            case Reveal():
                self.reveal(now, plane)
                return now
            case BestLine(split, metric):
                return apply(now, best(plane, split, metric), self.corpus_of(now))
            case _:
                return apply(now, action, self.corpus_of(now))

    def plane_of(self, state: State, like: Plane | None = None) -> Plane:
        """The plane of `state`; what `like` has in common with it is not computed again."""
        tuning = None if state.tuned is None else self.tunings[(state.dataset, state.tuned)]
        return Plane.of(self.counts_of(state), state, like, tuning, self.tuned_folds(state))

    def made_ready(self, state: State, like: Plane, task: Task) -> Plane:
        """The plane of `state`; on other data than `like`, with all that a first look shows.

        Much data takes a while: each part is told, and begun only if somebody still waits.
        """
        corpus = self.corpus_of(state)
        if corpus is like.counts.corpus:
            return self.plane_of(state, like)
        course = Course(lambda done, _: task.report("getting it ready", done), low=READ_PART)
        self.counts_of(state, course.stretch(0.0, 0.4))
        plane = self.plane_of(state)
        placing = course.stretch(0.4, 1.0)
        folds = plane.counts.folds if state.challenge is None else ()
        for done, fold in enumerate(folds):
            placing.tell(done / (len(folds) + 1), "")
            plane.places.held_out(fold)
        placing.tell(len(folds) / (len(folds) + 1), "")
        plane.split("training")
        return plane

    def counts_of(self, state: State, course: Course | None = None) -> FoldedCounts:
        key = (state.dataset, state.category, state.folds, state.seed, state.challenge)
        if key not in self.counts:
            corpus = self.corpus_of(state)
            if state.challenge is None:
                folds = fold_numbers(corpus.dataset.y, state.folds, state.seed)
            else:
                folds = bought_rows(corpus, state.challenge)
            self.counts[key] = folded_counts(corpus, state.category, folds, course)
        return self.counts[key]

    def new_game(self, now: State) -> State:
        """The state at the start of a game that nobody has played yet."""
        state = new_challenge(now, self.corpus_of(now), self.games)
        self.games = running(state).seed
        return state

    def goal(self, state: State, task: Task | None = None) -> float:
        """The F1 that the present game asks for, found once; 0 where none is played."""
        game = state.challenge
        if game is None:
            return 0.0
        key = game_key(state)
        if key not in self.goals:
            corpus = self.corpus_of(state)
            self.goals[key] = goal_of_game(
                corpus,
                state.category,
                affordable_rows(corpus, game),
                game.free,
                game.seed,
                task or Task(),
            )
        return self.goals[key]

    def reveal(self, state: State, plane: Plane) -> None:
        """Open the sealed test of a game, once."""
        if game_key(state) in self.opened_tests:
            raise SteersmanError(
                "the test of this game has been opened; a second look would mean nothing",
                todo="start a new challenge",
            )
        self.opened_tests[game_key(state)] = sealed_f1(plane, state)

    def tuned(self, now: State, plane: Plane, per_feature: bool, task: Task) -> State:
        """The state that cross-validation inside the training rows finds, from where we stand."""
        if now.tuned is not None and not per_feature:
            now = before_tuning(now)
            plane = self.plane_of(now)
        if not per_feature:
            return turned_to_shared(autotuned(plane, now.seed, False, task), now)
        tuned = now.tuned or asked_in(now)
        found = self.tuned_prior(now.dataset, tuned, task)
        if not has_own_words(found):
            return turned_to_shared(found, now)
        return turned_to(found, replace(now, tuned=tuned))

    def tuned_prior(self, dataset: str, tuned: TunedFrom, task: Task) -> Tuned:
        """The prior with its own alpha and beta for each feature, tuned once."""
        key = (dataset, tuned)
        if key not in self.tunings:
            start = State(dataset=dataset, **vars(tuned))
            plane = Plane.of(self.counts_of(start), start)
            self.tunings[key] = autotuned(plane, tuned.seed, True, task)
        return self.tunings[key]

    def tuned_folds(self, state: State) -> Mapping[int, Tuned]:
        """The folds in which words were tuned from where those of the state were."""
        tuned = state.tuned
        if tuned is None or tuned.fold != state.fold or not on_the_same_rows(tuned, state):
            return NOTHING_TUNED
        keys = {fold: (state.dataset, replace(tuned, fold=fold)) for fold in range(state.folds)}
        return {fold: self.tunings[key] for fold, key in keys.items() if key in self.tunings}

    def tune_folds(self, state: State, task: Task) -> None:
        """Tune words in every fold, each time on its own training rows."""
        if state.tuned is None or state.challenge is not None:
            raise SteersmanError("no words have been tuned", todo="tune them in one fold first")
        missing = [fold for fold in range(state.folds) if fold not in self.tuned_folds(state)]
        whole = Course(lambda done, what: task.report(what, done))
        for place, fold in enumerate(missing):
            part = whole.stretch(place / len(missing), (place + 1) / len(missing))
            self.tuned_prior(
                state.dataset, replace(state.tuned, fold=fold), told_of_fold(fold, part, task)
            )

    def with_its_own_words(self, now: State, state: State, action: Change, task: Task) -> State:
        """The state with the words of its own training rows, or as before any were tuned."""
        tuned = state.tuned
        if tuned is None:
            return after_own_words(now, state, action)
        if not on_the_same_rows(tuned, state):
            return before_tuning(state)
        if tuned.fold == state.fold:
            return state
        there = replace(tuned, fold=state.fold)
        found = self.tuned_prior(state.dataset, there, task)
        here = self.plane_of(replace(state, fold=tuned.fold))
        boundary = here.boundary_of(state.fold)
        line = {"slope": boundary.slope}
        if state.knobs["intercept"] is not None:
            line["intercept"] = boundary.intercept
        knobs = {**state.knobs, **line}
        return replace(state, tuned=there, knobs=knobs, features=found.max_features)

    def corpus_of(self, state: State) -> Corpus:
        return self.library.corpora[state.dataset]

    def opened_test(self, state: State) -> float | None:
        """The test score of the present game, if it has been opened."""
        return self.opened_tests.get(game_key(state))


def best(plane: Plane, split: Split, metric: str) -> MoveLine:
    """The best line of all for a split of a plane."""
    points = plane.split(split)
    x, y = points.coordinates.T
    line = best_line(x, y, points.positive, metric, slopes=SLOPES)
    return MoveLine(line.slope, line.intercept)


def autotuned(plane: Plane, seed: int, per_feature: bool, task: Task) -> Tuned:
    """What cross-validation inside the training rows of a plane finds, from where it stands."""
    points, places = plane.split("training"), plane.places.smoothing
    least = min(points.positives, len(points.rows) - points.positives)
    rows = plane.counts.corpus.present.rows(points.rows).matrix()
    start = Setting(*places.chosen, places.features, plane.slope, plane.intercept)
    folds = min(INNER_FOLDS, max(least, 2))
    return task.result(
        "tuning",
        lambda: (rows, points.positive, start, folds, seed, per_feature),
        lambda: autotune(
            rows,
            points.positive,
            start=start,
            folds=folds,
            seed=seed,
            per_feature=per_feature,
            progress=task.report,
            cancelled=task.cancelled,
        ),
    )


def told_of_fold(fold: int, part: Course, task: Task) -> Task:
    """The task of one fold's tuning, which is a part of all the work."""
    return replace(
        task, progress=lambda what, done: part.tell(done or 0.0, f"fold {fold + 1}: {what}")
    )


def turned_to_shared(found: Tuned, state: State) -> State:
    """The state with the one prior for all features that tuning found, and its line."""
    shared = {"alpha": float(found.alpha), "beta": float(found.beta)}
    return turned_to(found, replace(state, knobs={**state.knobs, **shared}, tuned=None))


def turned_to(found: Tuned, state: State) -> State:
    """The state with the line and the number of features that tuning found."""
    knobs = {**state.knobs, "slope": found.slope, "intercept": found.intercept}
    return replace(state, knobs=knobs, features=found.max_features, curve=1)


def game_key(state: State) -> tuple[str, str, int]:
    """What makes a game: its data, its category and its seed."""
    seed = state.challenge.seed if state.challenge else -1
    return (state.dataset, state.category, seed)
