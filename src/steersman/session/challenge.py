"""The challenge: buy labelled documents from a budget, reach a goal on a test opened once.

Which documents are bought follows from the game's seed: training documents are taken from one end
of a shuffled pool and validation documents from the other, so buying more never moves a document
from one side to the other. Test documents are the published ones, or three tenths kept apart.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.maths.confusion import binary_counts
from steersman.session.actions.challenge import Buy
from steersman.session.corpus import Corpus
from steersman.session.plane import Plane
from steersman.session.state import Challenge, State
from steersman.session.views import Values

__all__ = ["after_buying", "bought_rows", "challenge_values", "new_challenge", "sealed_f1"]

BUDGET = 1000
FIRST_TRAINING, FIRST_VALIDATION = 100, 50
TEST_SHARE = 0.3
DEFAULT_GOAL = 0.75
GOALS = {
    "acq": 0.95,
    "corn": 0.60,
    "crude": 0.85,
    "earn": 0.95,
    "grain": 0.90,
    "interest": 0.70,
    "money-fx": 0.75,
    "ship": 0.75,
    "trade": 0.65,
    "wheat": 0.75,
}
"""What the author's own game asks of its players, for the Reuters categories."""


def new_challenge(state: State, corpus: Corpus, seed: int) -> State:
    """A fresh game, with a few documents to begin with that cost nothing."""
    for_sale = pool(corpus, seed).size
    if for_sale < 2 * (FIRST_TRAINING + FIRST_VALIDATION):
        raise SteersmanError(
            f"{corpus.dataset.name} has only {for_sale} {corpus.row_word}s to sell, "
            "too few for a game",
            todo="choose a larger data set",
        )
    game = Challenge(seed, FIRST_TRAINING, FIRST_VALIDATION)
    return replace(state, folds=2, fold=0, seed=0, features=None, challenge=game)


def spent(game: Challenge) -> int:
    """Credits spent since the start; what the game begins with is free."""
    return game.training + game.validation - FIRST_TRAINING - FIRST_VALIDATION


def after_buying(state: State, corpus: Corpus, wanted: Buy) -> State:
    """The state after a purchase, one credit a document."""
    game = running(state)
    if wanted.documents < 1:
        raise SteersmanError(
            f"{wanted.documents} {corpus.row_word}s were asked for", todo="buy one or more"
        )
    left = BUDGET - spent(game)
    if wanted.documents > left:
        raise SteersmanError(
            f"{wanted.documents} {corpus.row_word}s cost {wanted.documents} credits; "
            f"{left} are left",
            todo="buy fewer, or open the test",
        )
    free = pool(corpus, game.seed).size - game.training - game.validation
    if wanted.documents > free:
        raise SteersmanError(f"only {free} more {corpus.row_word}s are for sale", todo="buy fewer")
    name = wanted.split
    bigger = replace(game, **{name: getattr(game, name) + wanted.documents})
    return replace(state, challenge=bigger)


def running(state: State) -> Challenge:
    if state.challenge is None:
        raise SteersmanError("no challenge is under way", todo="start one")
    return state.challenge


def kept_for_test(corpus: Corpus, seed: int) -> NDArray[np.bool_]:
    """(rows,) True for rows kept for the test where the data has none of its own."""
    kept = np.zeros(corpus.rows, dtype=np.bool_)
    if corpus.test is None:
        order = np.random.default_rng([seed, 1]).permutation(corpus.rows)
        kept[order[: int(TEST_SHARE * corpus.rows)]] = True
    return kept


def pool(corpus: Corpus, seed: int) -> NDArray[np.int64]:
    """The rows that can be bought, shuffled."""
    rows = np.flatnonzero(~kept_for_test(corpus, seed))
    return np.random.default_rng([seed, 2]).permutation(rows)


def bought_rows(corpus: Corpus, game: Challenge) -> NDArray[np.int64]:
    """(rows,) 1 for bought training rows, 0 for bought validation rows, -1 for the rest."""
    order = pool(corpus, game.seed)
    fold_of_row = np.full(corpus.rows, -1, dtype=np.int64)
    fold_of_row[order[: game.training]] = 1
    fold_of_row[order[len(order) - game.validation :]] = 0
    return fold_of_row


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


def challenge_values(state: State, revealed: float | None) -> Values | None:
    """What the page shows of a game."""
    game = state.challenge
    if game is None:
        return None
    return {
        "budget": BUDGET,
        "left": BUDGET - spent(game),
        "training": game.training,
        "validation": game.validation,
        "goal": GOALS.get(state.category, DEFAULT_GOAL),
        "test_f1": revealed,
    }
