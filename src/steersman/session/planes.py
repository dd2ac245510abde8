"""The planes of a session's states: what is counted, tuned, drawn and opened for them."""

from __future__ import annotations

from dataclasses import replace

from steersman.course import Course
from steersman.data import fold_numbers
from steersman.errors import SteersmanError
from steersman.learn.autotune import Setting, Tuned, autotune
from steersman.learn.lines import best_line
from steersman.learn.trajectory import Watch
from steersman.session.actions import Change
from steersman.session.actions.challenge import Buy, Reveal, StartChallenge
from steersman.session.actions.plane import (
    Autotune,
    BestLine,
    ChooseData,
    MoveLine,
    SetState,
    Split,
)
from steersman.session.apply import apply, on_data
from steersman.session.challenge import bought_rows, new_challenge, sealed_f1
from steersman.session.corpus import Corpus
from steersman.session.library import READ_PART, Library
from steersman.session.plane import FoldedCounts, Plane, folded_counts
from steersman.session.state import Challenge, State, TunedFrom

__all__ = ["Planes"]

SLOPES = (0.5, 2.0)


class Planes:
    """Counts of the folds and tuned priors, each found once; games and what was opened in them."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.counts: dict[tuple[str, str, int, int, Challenge | None], FoldedCounts] = {}
        self.opened_tests: dict[tuple[str, str, int], float] = {}
        self.games = 0
        self.tunings: dict[tuple[str, TunedFrom], Tuned] = {}

    def changed(self, now: State, plane: Plane, action: Change, watch: Watch) -> State:
        """The state after a change of the data, the folds, the knobs or the game."""
        match action:
            case ChooseData(name):
                corpus = self.library.corpus(name, watch)
                return on_data(now, name, corpus)
            case SetState(wanted):
                state = apply(now, action, self.library.corpus(wanted.dataset, watch))
                if state.tuned is not None:
                    self.tuned_prior(state.dataset, state.tuned, watch)
                return state
            case Autotune(per_feature):
                return self.tuned(now, plane, per_feature, watch)
            case Buy() if game_key(now) in self.opened_tests:
                raise SteersmanError(
                    "the test of this game has been opened; there is nothing left to buy",
                    todo="start a new challenge",
                )
            case StartChallenge():
                self.games += 1
                return new_challenge(now, self.corpus_of(now), self.games)
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
        return Plane.of(self.counts_of(state), state, like, tuning)

    def made_ready(self, state: State, like: Plane, watch: Watch) -> Plane:
        """The plane of `state`; on other data than `like`, with all that a first look shows.

        Much data takes a while: each part is told, and begun only if somebody still waits.
        """
        corpus = self.corpus_of(state)
        if corpus is like.counts.corpus:
            return self.plane_of(state, like)
        course = Course(lambda done, _: watch.tell("getting it ready", done), low=READ_PART)
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

    def reveal(self, state: State, plane: Plane) -> None:
        """Open the sealed test of a game, once."""
        if game_key(state) in self.opened_tests:
            raise SteersmanError(
                "the test of this game has been opened; a second look would mean nothing",
                todo="start a new challenge",
            )
        self.opened_tests[game_key(state)] = sealed_f1(plane, state)

    def tuned(self, now: State, plane: Plane, per_feature: bool, watch: Watch) -> State:
        """The state that cross-validation inside the training rows finds, from where we stand."""
        if not per_feature:
            found = autotuned(plane, now.seed, False, watch)
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
            self.tunings[key] = autotuned(plane, tuned.seed, True, watch)
        return self.tunings[key]

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


def autotuned(plane: Plane, seed: int, per_feature: bool, watch: Watch) -> Tuned:
    """What cross-validation inside the training rows of a plane finds, from where it stands."""
    points, places = plane.split("training"), plane.places.smoothing
    return watch.remembered(
        lambda: autotune(
            plane.counts.corpus.present.rows(points.rows).matrix(),
            points.positive,
            start=Setting(*places.chosen, places.features, plane.slope, plane.intercept),
            seed=seed,
            per_feature=per_feature,
            progress=watch.tell,
            cancelled=watch.cancelled,
        )
    )


def turned_to(found: Tuned, state: State) -> State:
    """The state with the line and the number of features that tuning found."""
    knobs = {**state.knobs, "slope": found.slope, "intercept": found.intercept}
    return replace(state, knobs=knobs, features=found.max_features, curve=1)


def game_key(state: State) -> tuple[str, str, int]:
    """What makes a game: its data, its category and its seed."""
    seed = state.challenge.seed if state.challenge else -1
    return (state.dataset, state.category, seed)
