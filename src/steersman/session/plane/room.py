"""The plane: documents as points, a line between them, and knobs that move both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.catalog import LIKELIHOOD_KNOBS
from steersman.learn.likelihood import TunedSetting
from steersman.scale.fold_plane import FoldedRows, FoldPlane
from steersman.session.actions import Change, Query, actions_in
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.library import READ_PART
from steersman.session.history import SPLITS, History, Split
from steersman.session.ledger import Registry
from steersman.session.plane import actions
from steersman.session.plane.actions import (
    AskPlanePython,
    AskWord,
    Autotune,
    BestLine,
    Inspect,
    ListDocuments,
    ListWords,
    MoveLine,
    ResetWord,
    Search,
    SetWord,
    TuneFolds,
    WeighWord,
)
from steersman.session.plane.choice import PlaneChoice, TunedFrom, plane_choice
from steersman.session.plane.documents import document_view, documents_view, hits_view
from steersman.session.plane.fold_counts import FoldedCounts, folded_counts
from steersman.session.plane.game import Challenge, bought_rows
from steersman.session.plane.per_feature_prior import (
    has_own_prior,
    is_tuned_on_same_rows,
    state_before_tuning,
    tuning_key,
)
from steersman.session.plane.plane import NOTHING_TUNED, Plane
from steersman.session.plane.python_lines import plane_lines
from steersman.session.plane.searches import (
    LineBound,
    ProvenLine,
    autotune_plane,
    best_line_of,
    inner_folds,
)
from steersman.session.plane.shapes import PlanePythonFrame
from steersman.session.plane.transitions import apply, checked_choice, describe_step
from steersman.session.plane.views import plane_view
from steersman.session.plane.word_columns import word_label
from steersman.session.plane.word_priors import changed_words, found_column, words_of_category
from steersman.session.plane.words import word_view, words_view
from steersman.session.room import Room, RoomSet
from steersman.session.state import State
from steersman.session.views import View
from steersman.tasks import Task

MOST_COUNTS = 2


class CountedRows(NamedTuple):
    """The key of folded counts: everything that they depend on."""

    dataset: str
    category: str
    folds: int
    seed: int
    game: Challenge | None


COUNTS_IN_USE: WeakValueDictionary[tuple[int, CountedRows], FoldedCounts] = WeakValueDictionary()
"""Counts of all sessions by the identity of the corpus: people on the same data share them."""


def shared_counts(
    corpus: Corpus, rows: CountedRows, folds: NDArray[np.int64], task: Task | None
) -> FoldedCounts:
    """The counts of some rows: those that another session has, or new ones."""
    known = COUNTS_IN_USE.get((id(corpus), rows))
    # Another corpus may have the identity of one that is gone.
    if known is None or known.corpus is not corpus:
        known = folded_counts(corpus, rows.category, folds, task, fold_plane(corpus, rows))
        COUNTS_IN_USE[(id(corpus), rows)] = known
    return known


def fold_plane(corpus: Corpus, rows: CountedRows) -> FoldPlane | None:
    """All rows in folds, where those of the corpus are a sample of them."""
    # A game is played with the rows that were bought, which are in memory.
    if corpus.whole is None or rows.game is not None:
        return None
    place = corpus.categories.index(rows.category)
    presence_of = None if corpus.cut is None else corpus.cut.presence
    return FoldPlane(corpus.whole, FoldedRows(place, rows.folds, rows.seed, presence_of))


class PlaneRoom(Room):
    """Counts of the folds and tuned priors, each found once."""

    name = PlaneChoice.room
    actions = actions_in(actions)
    choice = PlaneChoice
    own_part = False

    def __init__(self, rooms: RoomSet) -> None:
        self.library = rooms.library
        # No registry: the state alone says what is counted, so an action that counts leaves nothing
        # that a project has to remember.
        self.counts: dict[CountedRows, FoldedCounts] = {}
        self.tunings: Registry[tuple[str, TunedFrom], TunedSetting] = rooms.ledger.registry()
        self.bounds: Registry[tuple[object, ...], LineBound] = rooms.ledger.registry()
        # The plane drawn last: the next one shares what they have in common.
        self.recent: Plane | None = None

    def apply(self, corpus: Corpus, state: State, action: Change, task: Task) -> State:
        """The state after a change of the folds, the knobs or the line."""
        match action:
            case Autotune(per_feature):
                changed = self.tuned_state(state, per_feature, task)
            case TuneFolds():
                self.tune_folds(state, task)
                changed = state
            case SetWord() | WeighWord() | ResetWord():
                words = changed_words(self.plane(state), state, action)
                changed = state.with_choice(replace(plane_choice(state), words=words))
            case _:
                if isinstance(action, BestLine):
                    action = self.best_line(state, action, task)
                choice = apply(plane_choice(state), action, corpus)
                changed = self.with_own_prior(state.with_choice(choice), task)
        # Computed within the action, where it can be cancelled, instead of in the view.
        self.prepare(changed, task)
        return changed

    def follow(self, corpus: Corpus, now: State, state: State, task: Task) -> State:
        """The state with a choice that fits its rows: its own at first on other data."""
        choice = state.choice(PlaneChoice) or PlaneChoice()
        if choice is not now.choice(PlaneChoice):
            # It came from a link or a log, and may name things that this data does not have.
            choice = checked_choice(choice, corpus)
            if choice.tuned is not None:
                self.tuned_prior(state.data_key, choice.tuned, task)
            state = state.with_choice(choice)
        elif choice.tuned is not None and now.data_key != state.data_key:
            # Words tuned for other labels are not those of these rows.
            state = state.with_choice(state_before_tuning(choice))
        state = self.with_own_prior(state, task)
        self.prepare(state, task)
        return state

    def answer(self, corpus: Corpus, state: State, query: Query, task: Task) -> View:  # noqa: ARG002
        """One document, or the rows that hold a word, or a line about each of some rows."""
        plane = self.plane(state)
        match query:
            case Inspect(row):
                return document_view(plane, row)
            case Search(word):
                return hits_view(plane, word)
            case ListWords(search, order):
                return words_view(plane, search, order)
            case AskWord(word):
                return word_view(plane, word)
            case ListDocuments(rows):
                return documents_view(plane, rows)
            case AskPlanePython():
                choice = words_of_category(plane_choice(state), state.category)
                lines = plane_lines(plane, state, choice, inner_folds(plane))
                return View("plane-python", PlanePythonFrame(text=lines))
            case _:
                raise TypeError(f"{type(query).__name__} is not asked in the plane")

    def view_at(
        self,
        corpus: Corpus,  # noqa: ARG002
        state: State,
        history: History,
        *,
        moving: bool,
    ) -> View:
        """The points, the line, the knobs, and what the line does to each split."""
        best = {split: history.best(split) for split in SPLITS}
        states = {
            split: None if step is None else history.steps[step].state
            for split, step in best.items()
        }
        plane = self.plane(state)
        bound = self.bounds.get(bound_key(plane, state, plane)) if plane.curve == 1 else None
        return plane_view(plane, state, states, bound, every_fold=not moving)

    def scores(self, corpus: Corpus, state: State) -> Mapping[Split, float]:  # noqa: ARG002
        """F1 of the line on each split."""
        plane = self.plane(state)
        return {split: plane.line_cells(split).f1 for split in SPLITS}

    def describe(self, action: Change) -> str:
        return describe_step(action)

    def step_label(self, action: Change, state: State) -> str:
        if action == Autotune(per_feature=True) and plane_choice(state).tuned is None:
            return "Auto-tune per word: no improvement, kept previous"
        if isinstance(action, SetWord | WeighWord | ResetWord) and action.word:
            corpus = self.library.corpus_by_key(state.data_key)
            action = replace(action, word=word_label(corpus, found_column(corpus, action.word)))
        return describe_step(action)

    def plane(self, state: State) -> Plane:
        """The plane of a state; what the last one has in common with it is not computed again."""
        self.recent = self.plane_like(state, self.recent)
        return self.recent

    def plane_like(self, state: State, like: Plane | None = None) -> Plane:
        choice = words_of_category(plane_choice(state), state.category)
        tuning = None if choice.tuned is None else self.tunings[(state.data_key, choice.tuned)]
        return Plane.of(self.counts_of(state), choice, like, tuning, self.tuned_folds(state))

    def prepare(self, state: State, task: Task) -> None:
        """Draw the plane of a state; on other data, with all that a first look shows.

        Much data takes a while: each part is reported, and started only if somebody still waits.
        """
        corpus = self.library.corpus_by_key(state.data_key)
        # On the same data a plane is quick; only other data is worth a progress bar.
        if self.recent is None or self.recent.counts.corpus is corpus:
            # Counted here where all rows are in partitions: a fault is one of the action.
            self.plane(state).line_cells("validation")
            return
        whole = task.monotone().part(READ_PART, 1.0)
        self.counts_of(state, whole.part(0.0, 0.4))
        plane = self.plane(state)
        placing = whole.part(0.4, 1.0)
        folds = plane.counts.folds if state.choice(Challenge) is None else ()
        for done, fold in enumerate(folds):
            placing.report("preparing the data", done / (len(folds) + 1))
            plane.places.held_out_points(fold)
        plane.line_cells("validation")
        placing.report("preparing the data", len(folds) / (len(folds) + 1))
        plane.split("training")

    def best_line(self, state: State, asked: BestLine, task: Task) -> MoveLine:
        """The move to the best line; its bound is kept, to be shown while the line is that."""
        plane = self.plane(state)
        found = best_line_of(plane, asked.split, asked.metric, task)
        self.bounds[bound_key(plane, state, found)] = LineBound(asked, found.score, found.bound)
        return MoveLine(found.slope, found.intercept)

    def counts_of(self, state: State, task: Task | None = None) -> FoldedCounts:
        folds, game = plane_choice(state).folds, state.choice(Challenge)
        rows = CountedRows(state.data_key, state.category, folds, state.seed, game)
        return self.counts_on(rows, task)

    def counts_on(self, rows: CountedRows, task: Task | None = None) -> FoldedCounts:
        """The counts of some rows in folds, counted once."""
        if rows not in self.counts:
            corpus = self.library.corpus_by_key(rows.dataset)
            if rows.game is None:
                folds = corpus.fold_of_row(rows.folds, rows.seed)
            else:
                folds = bought_rows(corpus, rows.game)
            self.counts[rows] = shared_counts(corpus, rows, folds, task)
            # Counts take megabytes and little time; a class visits every category.
            for old in list(self.counts)[:-MOST_COUNTS]:
                del self.counts[old]
        elif list(self.counts)[-1] != rows:
            # The ones before are what undo returns to: those used last are kept.
            self.counts[rows] = self.counts.pop(rows)
        return self.counts[rows]

    def tuned_state(self, now: State, per_feature: bool, task: Task) -> State:
        """The state that cross-validation inside the training rows finds."""
        choice = plane_choice(now)
        if not per_feature:
            now = now.with_choice(state_before_tuning(choice))
            found = autotune_plane(self.plane_like(now, self.recent), now.seed, False, task)
            return now.with_choice(with_shared_prior(found, plane_choice(now)))
        tuned = choice.tuned or tuning_key(now)
        found = self.tuned_prior(now.data_key, tuned, task)
        if not has_own_prior(found):
            return now.with_choice(with_shared_prior(found, choice))
        return now.with_choice(with_tuned_line(found, replace(choice, tuned=tuned)))

    def tuned_prior(self, dataset: str, tuned: TunedFrom, task: Task) -> TunedSetting:
        """The prior with its own alpha and beta for each feature, tuned once."""
        key = (dataset, tuned)
        if key not in self.tunings:
            rows = CountedRows(dataset, tuned.category, tuned.folds, tuned.seed, tuned.challenge)
            # From the setting in which the first search began, so that a replay finds the same
            # prior.
            start = PlaneChoice(tuned.folds, tuned.fold, tuned.features, knobs=tuned.knobs)
            plane = Plane.of(self.counts_on(rows), start)
            self.tunings[key] = autotune_plane(plane, tuned.seed, True, task)
        return self.tunings[key]

    def tuned_folds(self, state: State) -> Mapping[int, TunedSetting]:
        """The folds in which words were tuned from where those of the state were."""
        choice = plane_choice(state)
        tuned = choice.tuned
        if tuned is None or tuned.fold != choice.fold or not is_tuned_on_same_rows(tuned, state):
            return NOTHING_TUNED
        keys = {fold: (state.data_key, replace(tuned, fold=fold)) for fold in range(choice.folds)}
        return {fold: self.tunings[key] for fold, key in keys.items() if key in self.tunings}

    def tune_folds(self, state: State, task: Task) -> None:
        """Tune words in every fold, each time on its own training rows."""
        choice = plane_choice(state)
        if choice.tuned is None or state.choice(Challenge) is not None:
            raise SteersmanError(
                "no words have been tuned",
                todo="auto-tune per word in one fold first",
                code="no-tuned-words",
            )
        missing = [fold for fold in range(choice.folds) if fold not in self.tuned_folds(state)]
        whole = task.monotone()
        for place, fold in enumerate(missing):
            part = whole.part(place / len(missing), (place + 1) / len(missing))
            there = replace(choice.tuned, fold=fold)
            self.tuned_prior(state.data_key, there, watch_of_fold(fold, part))

    def with_own_prior(self, state: State, task: Task) -> State:
        """The state with the words of its own training rows, or as before any were tuned."""
        choice = plane_choice(state)
        tuned = choice.tuned
        if tuned is None:
            return state
        if not is_tuned_on_same_rows(tuned, state):
            return state.with_choice(state_before_tuning(choice))
        if tuned.fold == choice.fold:
            return state
        there = replace(tuned, fold=choice.fold)
        found = self.tuned_prior(state.data_key, there, task)
        # The line is carried over from the fold it was tuned in, with all that a hand has moved it.
        here = self.plane_like(state.with_choice(replace(choice, fold=tuned.fold)))
        boundary = here.boundary_of(choice.fold)
        line = {"slope": boundary.slope}
        if choice.knobs["intercept"] is not None:
            line["intercept"] = boundary.intercept
        knobs = {**choice.knobs, **line}
        moved = replace(choice, tuned=there, knobs=knobs, features=found.max_features)
        return state.with_choice(moved)


def bound_key(plane: Plane, state: State, line: ProvenLine | Plane) -> tuple[object, ...]:
    """What decides how good a line is among lines: the points and the line."""
    choice, smoothing = plane_choice(state), plane.places.smoothing
    rows = (state.data_key, state.category, choice.folds, plane.fold, state.seed)
    return (*rows, state.choice(Challenge), smoothing, line.slope, line.intercept)


def watch_of_fold(fold: int, part: Task) -> Task:
    """The task of one fold's tuning, which is a part of all the work."""
    # `part.report` maps to the whole already: mapping twice would shrink the bar.
    named = replace(part, low=0.0, high=1.0, mark=None)
    return replace(
        named, progress=lambda what, done: part.report(f"fold {fold + 1}: {what}", done or 0.0)
    )


def with_shared_prior(found: TunedSetting, choice: PlaneChoice) -> PlaneChoice:
    """The choice with the one prior for all features that tuning found, and its line."""
    smoothing = [knob.name for knob in LIKELIHOOD_KNOBS if knob.smooths]
    shared = {name: float(getattr(found, name)) for name in smoothing}
    return with_tuned_line(found, replace(choice, knobs={**choice.knobs, **shared}, tuned=None))


def with_tuned_line(found: TunedSetting, choice: PlaneChoice) -> PlaneChoice:
    """The choice with the line and the number of features that tuning found."""
    knobs = {**choice.knobs, "slope": found.slope, "intercept": found.intercept}
    return replace(choice, knobs=knobs, features=found.max_features, curve=1)
