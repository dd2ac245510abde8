"""Precompilation: use everything once that numba compiles at its first use, on a few rows.

Compiled code is kept on disk, so that a process that comes later finds it. The workbench lets a
process of its own rehearse after the first start: `python -m steersman.session.precompile`.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.ensemble import RandomForestClassifier

from steersman.data import Dataset, load
from steersman.data.arrow.frames import frame_from_columns
from steersman.learn.clustering import MultinomialMixture
from steersman.learn.explain import explain
from steersman.learn.likelihood import Boundary, LikelihoodSpaceClassifier, best_line
from steersman.learn.monitor import Monitor
from steersman.maths.logistic import (
    SumRequest,
    fit_logistic,
    problem_of,
    two_class_sums,
    with_ones,
)
from steersman.scale import PartitionedDataset
from steersman.scale.fold_plane import FoldedRows, FoldModel, FoldPass, FoldPlane
from steersman.scale.partition import PartitionRows, write_partition
from steersman.session.actions import Action
from steersman.session.clusters.actions import FindClusters, OpenClusters
from steersman.session.clusters.choice import ClusterSettings
from steersman.session.lab.actions import (
    AskNeighborCurve,
    ChooseLabModel,
    ChooseLabOption,
    OpenLab,
)
from steersman.session.matrix.actions import AskWant, ChooseModel, OpenMatrix
from steersman.session.plane.actions import Autotune, BestLine, MoveKnob
from steersman.session.session import Session
from steersman.text import TextCounter
from steersman.workers.parent import end_with_parent

ROWS = 60
# More words than a small text has, so that the kernel that enlarges the word table runs too.
MANY_WORDS = 5000
# More points than are sorted: these are counted in bins.
MANY_POINTS = 5000
WORDS = {"sea": "sails boats harbors", "land": "fields barns horses", "sky": "clouds wings"}

IN_THE_LAB: tuple[Action, ...] = (
    OpenLab(),
    ChooseLabModel(0, "neighbors"),
    AskNeighborCurve(),
    ChooseLabModel(0, "perceptron"),
    ChooseLabModel(0, "ascent"),
    ChooseLabOption(0, "method", "stochastic"),
)
WITH_TEXT: tuple[Action, ...] = (
    MoveKnob("alpha", 0.5),
    BestLine("training", "f1"),
    Autotune(per_feature=True),
    OpenClusters(),
    FindClusters(ClusterSettings(3)),
    FindClusters(ClusterSettings(3, method="em")),
    FindClusters(ClusterSettings(3, method="variational")),
)
WITH_A_TABLE: tuple[Action, ...] = (
    OpenMatrix(),
    ChooseModel("martingale", levels=3),
    AskWant("fn <= 1"),
    OpenMatrix(all_classes=True),
    AskWant("errors <= 2"),
)
PARTS = (IN_THE_LAB, WITH_TEXT, WITH_A_TABLE)
"""The slowest to compile, and what people meet without any other wait, come first."""


def rehearse() -> None:
    """Do a little of everything."""
    for actions, dataset in zip(PARTS, (small_table(), small_texts(), small_table()), strict=True):
        session = Session(dataset)
        for action in actions:
            session.perform(action)
    TextCounter().fit([" ".join(f"word{number}" for number in range(MANY_WORDS))])
    explain_and_watch()
    count_partitions()


def explain_and_watch() -> None:
    """Classes that overlap, the trees of a forest, and the bets on rows in use."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(ROWS, 3)), np.arange(ROWS) % 2 == 0
    best_line(X[:, 0], X[:, 1], y)
    x, z = rng.normal(size=(2, MANY_POINTS))
    best_line(x, z, x > z, most_ranges=1)
    forest = RandomForestClassifier(2, random_state=0).fit(X, y)
    explain(forest, X[:1], background=X)
    Monitor(forest, want="fpr <= 90%", positive=True, reference=X).update(X, y)


def count_partitions() -> None:
    """The plane, the fits and the mixtures of rows in a partition."""
    rng = np.random.default_rng(0)
    X, y = csr_matrix(rng.integers(0, 3, (ROWS, 4))), np.arange(ROWS) % 2
    with TemporaryDirectory() as folder:
        rows = PartitionRows(X, y, np.arange(ROWS), None)
        partition = write_partition(Path(folder) / "part", rows, "rehearsal")
        names = tuple(f"word{number}" for number in range(X.shape[1]))
        data = PartitionedDataset("rehearsal", (partition,), ("ham", "spam"), names, "spam")
        data.fit(LikelihoodSpaceClassifier())
        data.plane(folds=2).at(alpha=0.5)
        folded, line = FoldedRows(1, 2, 0), Boundary(1.0, 0.0)
        model = FoldModel(np.zeros((X.shape[1], 2)), np.zeros(2), line)
        square = ((-1.0, 1.0), (-1.0, 1.0))
        work = FoldPass(folded, 0, model, line, (0.0, 0.0), (square, square))
        FoldPlane(data, folded).split_counts(work)
    MultinomialMixture(2, random_state=0).fit(X).predict_proba(X)
    # Only rows with many words take these steps.
    weights = np.zeros((1, X.shape[1] + 1))
    for along in (None, weights):
        two_class_sums(SumRequest(weights, along), X, y.astype(np.float64), np.ones(ROWS))
    wide = csr_matrix((rng.random((ROWS, MANY_WORDS)) < 0.05).astype(np.float64))
    fit_logistic(problem_of(with_ones(wide), y, 2, np.ones(ROWS), np.ones((1, MANY_WORDS))))


def kinds() -> list[str]:
    return [list(WORDS)[row % len(WORDS)] for row in range(ROWS)]


def small_texts() -> Dataset:
    """A few documents of three kinds."""
    rng = np.random.default_rng(0)
    own = [rng.choice(WORDS[kind].split(), 4) for kind in kinds()]
    shared = rng.choice(["wind", "rain", "morning", "evening"], (ROWS, 3))
    texts = [" ".join([*words, *more]) for words, more in zip(own, shared, strict=True)]
    frame = frame_from_columns({"text": texts, "kind": kinds()})
    return load(frame.to_native(), label="kind", text="text", name="texts")


def small_table() -> Dataset:
    """A few rows of numbers of three kinds."""
    rng = np.random.default_rng(0)
    centers = np.array([list(WORDS).index(kind) for kind in kinds()])
    columns = {name: rng.normal(centers) for name in ("width", "height", "weight")}
    frame = frame_from_columns({**columns, "kind": kinds()})
    return load(frame.to_native(), label="kind", name="table")


if __name__ == "__main__":
    end_with_parent()
    rehearse()
