"""The challenge: buy labeled documents from a budget, reach a goal on a test opened once.

The budget follows the rows that there are to sell.
"""

from __future__ import annotations

from dataclasses import replace
from math import floor, log10

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.maths.confusion import binary_counts
from steersman.session.challenge.actions import Buy
from steersman.session.challenge.shapes import ChallengeValues
from steersman.session.datasets.corpus import Corpus
from steersman.session.plane.choice import plane_choice
from steersman.session.plane.game import Challenge, bought_rows, kept_for_test, pool
from steersman.session.plane.plane import Plane
from steersman.session.state import State

SHARE = 0.155
"""Of the rows for sale, what a budget buys; of few rows it buys more."""
LARGEST_SHARE, ALWAYS = 1 / 3, 100
FEWEST_TRAINING, FEWEST_VALIDATION = 20, 10
MOST_DRAWS, ROWS_DRAWN = 1000, 2_000_000


def new_challenge(state: State, corpus: Corpus, games: int) -> State:
    """A fresh game after so many `games`, with a few documents to begin with that cost nothing.

    They are drawn until both sides hold some of the category, so that there is a line to steer.
    """
    for_sale = pool(corpus, games + 1).size
    budget = round_number(max(SHARE * for_sale, min(LARGEST_SHARE * for_sale, ALWAYS)))
    training, validation = max(budget // 10, FEWEST_TRAINING), max(budget // 20, FEWEST_VALIDATION)
    first = start_of_game(state, corpus, games + 1, training, validation, budget)
    positive = corpus.positive(state.category)
    draws = min(MOST_DRAWS, ROWS_DRAWN // for_sale + 1) if positive.sum() > 1 else 0
    for seed in range(games + 1, games + 1 + draws):
        drawn = replace(running(first), seed=seed)
        bought = bought_rows(corpus, drawn)
        learned = positive[bought == 1]
        if learned.any() and not learned.all() and positive[bought == 0].any():
            return first.with_choice(drawn)
    raise SteersmanError(
        f"{state.category} is too rare for a game: {int(positive.sum())} of "
        f"{corpus.rows} {corpus.row_word}s",
        todo="choose a larger category",
        code="category-too-rare",
        category=state.category,
        positives=int(positive.sum()),
        rows=corpus.rows,
    )


def start_of_game(
    state: State, corpus: Corpus, seed: int, training: int, validation: int, budget: int
) -> State:
    """The state at the start of a game, if there is enough to sell."""
    for_sale = pool(corpus, seed).size
    if for_sale < 2 * (training + validation):
        raise SteersmanError(
            f"{corpus.dataset.name} has only {for_sale} {corpus.row_word}s for sale, "
            "too few for a game",
            todo="choose a larger data set",
            code="too-few-rows",
            rows=for_sale,
            needed=2 * (training + validation),
        )
    game = Challenge(seed, training, validation, budget, training + validation)
    two_sides = replace(plane_choice(state), folds=2, fold=0, features=None)
    return replace(state, seed=0).with_choice(two_sides).with_choice(game)


def round_number(value: float) -> int:
    """A number near the value that is easy to say, at least 1.

    >>> [round_number(each) for each in (41.7, 155, 660, 1006)]
    [40, 150, 650, 1000]
    """
    step = 10 ** floor(log10(max(value, 1.0))) / 2
    return max(1, int(round(value / step) * step))


def credits_spent(game: Challenge) -> int:
    """Credits spent since the start; what the game begins with is free."""
    return game.training + game.validation - game.free


def after_buying(state: State, corpus: Corpus, wanted: Buy) -> State:
    """The state after a purchase, one credit a document."""
    game = running(state)
    if wanted.documents < 1:
        raise SteersmanError(
            f"{wanted.documents} {corpus.row_word}s cannot be bought",
            todo="buy at least one",
            code="bad-count",
            count=wanted.documents,
        )
    left = game.budget - credits_spent(game)
    if wanted.documents > left:
        raise SteersmanError(
            f"{wanted.documents} {corpus.row_word}s cost {wanted.documents} credits; {left} left",
            todo="buy fewer, or open the test",
            code="too-few-credits",
            count=wanted.documents,
            left=left,
        )
    free = pool(corpus, game.seed).size - game.training - game.validation
    if wanted.documents > free:
        raise SteersmanError(
            f"only {free} more {corpus.row_word}s are for sale",
            todo="buy fewer",
            code="too-few-for-sale",
            count=wanted.documents,
            left=free,
        )
    name = wanted.split
    bigger = replace(game, **{name: getattr(game, name) + wanted.documents})
    return state.with_choice(bigger)


def running(state: State) -> Challenge:
    game = state.choice(Challenge)
    if game is None:
        raise SteersmanError("no challenge is running", todo="start one", code="no-challenge")
    return game


def sealed_f1(plane: Plane, state: State) -> float:
    """F1 of the present knobs on the sealed rows."""
    game = running(state)
    corpus = plane.counts.corpus
    if corpus.test is None:
        rows = kept_for_test(corpus, game.seed)
        points, truth = plane.coordinates[rows], plane.counts.positive[rows]
    else:
        points = plane.places.coordinates(plane.fold, corpus.test.present)
        truth = corpus.test.positive(state.category)
    return binary_counts(truth, plane.boundary.margins(points) > 0).f1


def affordable_rows(corpus: Corpus, game: Challenge) -> NDArray[np.int64]:
    """As many rows for sale as the whole budget buys, in the order of the sale, the free first."""
    return pool(corpus, game.seed)[: game.budget + game.free]


def challenge_values(game: Challenge, goal: float, revealed: float | None) -> ChallengeValues:
    """The view of a game, for the page."""
    return {
        "budget": game.budget,
        "left": game.budget - credits_spent(game),
        "lots": [round_number(game.budget / 20), round_number(game.budget / 5)],
        "training": game.training,
        "validation": game.validation,
        "goal": goal,
        "test_f1": revealed,
    }
