"""The rows of a game: which were bought, which can be, and which are kept for its test.

Which documents are bought follows from the game's seed: training documents are taken from one end
of a shuffled pool and validation documents from the other, so buying more never moves a document
from one side to the other. Test documents are the published ones, or three tenths kept apart.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steersman.session.datasets.corpus import Corpus
from steersman.session.state import RoomChoice

TEST_SHARE = 0.3


@dataclass(frozen=True)
class Challenge(RoomChoice):
    """A game in progress: which rows were bought is decided by the seed and the two numbers.

    So many rows were `free` at its start, and so many more can be bought from the `budget`.
    """

    room = "challenge"

    seed: int
    training: int
    validation: int
    budget: int
    free: int

    @property
    def problem(self) -> Hashable:
        return self


def kept_for_test(corpus: Corpus, seed: int) -> NDArray[np.bool_]:
    """(rows,) True for rows kept for the test where the data has none of its own."""
    kept = np.zeros(corpus.rows, dtype=np.bool_)
    if corpus.test is None:
        # Streams 1 and 2 of one seed: the rows kept for the test do not depend on the pool.
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
