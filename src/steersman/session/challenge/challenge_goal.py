"""The F1 that a game asks for: what the author of the game asks, or what the data allows.

What the data allows is found as a player might: tuning by cross-validation on as many rows as the
whole budget buys. Only rows that can be bought take part; the test stays sealed.
"""

from __future__ import annotations

from math import floor

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.learn.likelihood import LikelihoodSpaceClassifier, autotune
from steersman.maths.confusion import binary_counts
from steersman.session.datasets.corpus import Corpus
from steersman.tasks import Task
from steersman.workers import WorkerJob

AUTHORS_DATA = ("reuters10", "reuters10-smart", "reuters10-dinunzio")
AUTHORS_GOALS = {
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
MOST_ROWS = 2000
FOLDS = 5
LENIENCE = 0.1
"""Below what is found, which is the best of many tries on the rows that it was tried on."""
EFFORT = 0.02
"""Above what comes without a purchase or a turn of a knob."""
HARDEST, EASIEST = 0.95, 0.1  # the hardest of the author's own
UNKNOWN = 0.5
"""Where too few rows belong to the category to find anything."""


def goal_of_game(
    corpus: Corpus,
    category: str,
    rows: NDArray[np.int64],
    free: int,
    seed: int,
    task: Task,
) -> float:
    """The goal for a category when `rows` can be afforded, the first `free` of them for nothing."""
    if corpus.dataset.name in AUTHORS_DATA and category in AUTHORS_GOALS:
        return AUTHORS_GOALS[category]
    rows, free = rows[:MOST_ROWS], min(free, MOST_ROWS // 4)
    truth = corpus.positive(category)[rows]
    if min(np.count_nonzero(truth), np.count_nonzero(~truth)) < 2:
        return UNKNOWN
    present = corpus.present.rows(rows).matrix()
    given = (present, truth, free, seed)
    return task.result(
        "challenge goal",
        lambda: given,
        lambda: goal_of_rows(*given, task),
        job=WorkerJob("challenge-goal", given, "the goal"),
        stored=False,
    )


def goal_of_rows(
    present: csr_matrix, truth: NDArray[np.bool_], free: int, seed: int, task: Task
) -> float:
    """The goal when these rows can be afforded, the first `free` of them for nothing."""
    task.report("setting the goal", None)
    least = int(min(np.count_nonzero(truth), np.count_nonzero(~truth)))
    found = autotune(
        present, truth, folds=min(FOLDS, least), seed=seed, cancelled=task.cancelled
    ).score
    begun, rest = slice(0, free), slice(free, None)
    by_itself = 0.0
    if truth[begun].any() and not truth[begun].all():
        plain = LikelihoodSpaceClassifier().fit(present[begun], truth[begun])
        by_itself = binary_counts(truth[rest], plain.decision_function(present[rest]) > 0).f1
    fair = max(floor(20 * (found - LENIENCE)) / 20, round(by_itself + EFFORT, 2))
    return float(min(max(fair, EASIEST), HARDEST))
