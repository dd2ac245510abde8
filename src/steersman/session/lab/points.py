"""The points on the lab's bench: to learn from, and fresh ones to test with."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse

from steersman._cached import cached_property
from steersman.data.splits import fold_numbers
from steersman.errors import SteersmanError
from steersman.learn.classic import Simulation, Window
from steersman.maths.lines import CommonPoint, common_point
from steersman.session.datasets.corpus import Corpus
from steersman.session.lab.choice import LabChoice
from steersman.session.lab.sources import known_source, source_knobs
from steersman.session.state import State

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

EDGE = 0.08
TEST_PARTS = 3  # of a table, one part in so many is kept to test
PAINTING_FLOOR = Window(-2.0, 2.0, -2.0, 2.0)
MOST_ROWS = 3000
MOST_COLUMNS = 200


@dataclass(frozen=True, eq=False)
class LabPoints:
    """(n, 2) points with their class, the window that shows them, the truth where it is known."""

    key: Hashable
    X: Floats
    positive: Flags
    window: Window
    axes: tuple[str, str]
    classes: tuple[str, str]  # negative, positive
    world: Simulation | None = None
    test: tuple[Floats, Flags] | None = None

    @property
    def both_classes(self) -> bool:
        return bool(self.positive.any() and not self.positive.all())

    @cached_property
    def common(self) -> CommonPoint | None:
        """The proof that no line parts the classes; None when one does."""
        return common_point(self.X, self.positive)


def points_key(state: State, choice: LabChoice) -> Hashable:
    """The key of the points: everything that decides them."""
    if choice.source == "painted":
        return ("painted", choice.painted)
    if choice.source == "table":
        return ("table", state.data_key, state.category, choice.columns, choice.seed)
    return (choice.source, tuple(sorted(choice.knobs.items())), choice.seed)


def lab_points(corpus: Corpus, state: State, choice: LabChoice) -> LabPoints:
    """The points of a choice."""
    key = points_key(state, choice)
    if choice.source == "painted":
        return painted_points(key, choice)
    if choice.source == "table":
        return table_points(key, corpus, state, choice)
    source = known_source(choice.source)
    assert source.world is not None, "every other source is a world"  # noqa: S101
    world = source.world(source_knobs(source, choice.knobs))
    X, y = world.draw(choice.seed)
    fresh, truth = world.draw_test(choice.seed)
    window = Window.around(X).with_padding(EDGE, square=True)
    if choice.source in ("and", "or", "xor", "square"):
        # The four corners of a truth table, always in the same window.
        unit = np.array([[-0.25, -0.25], [1.25, 1.25]])
        window = Window.around(np.vstack([X, unit])).with_padding(0.0, square=True)
    return LabPoints(
        key, X, y == 1, window, ("x1", "x2"), ("negative", "positive"), world, (fresh, truth == 1)
    )


def painted_points(key: Hashable, choice: LabChoice) -> LabPoints:
    rows = np.array(choice.painted, dtype=np.float64).reshape(-1, 3)
    floor = np.array([PAINTING_FLOOR[::2], PAINTING_FLOOR[1::2]])
    window = Window.around(np.vstack([rows[:, :2], floor])).with_padding(EDGE, square=True)
    positive = rows[:, 2] == 1
    return LabPoints(key, rows[:, :2], positive, window, ("x1", "x2"), ("negative", "positive"))


def table_points(key: Hashable, corpus: Corpus, state: State, choice: LabChoice) -> LabPoints:
    """Two columns in standard units; every third row is kept apart to test."""
    first, second = chosen_columns(corpus, choice)
    X = column_values(corpus, first, second)
    there = np.isfinite(X).all(axis=1)
    if there.sum() < TEST_PARTS:
        raise SteersmanError(
            f"only {int(there.sum())} rows have values in both {first} and {second}",
            todo="choose other columns",
            code="too-few-rows",
            rows=int(there.sum()),
            needed=TEST_PARTS,
            columns=(first, second),
        )
    X, positive = X[there], corpus.positive(state.category)[there]
    parts = fold_numbers(positive, TEST_PARTS, choice.seed)
    if len(X) > MOST_ROWS:
        some = np.sort(np.random.default_rng(choice.seed).choice(len(X), MOST_ROWS, replace=False))
        X, positive, parts = X[some], positive[some], parts[some]
    # Scaled by the training rows alone: the test rows must not decide anything.
    learn = parts > 0
    center, scale = X[learn].mean(axis=0), X[learn].std(axis=0)
    X = (X - center) / np.where(scale > 0, scale, 1.0)
    return LabPoints(
        key,
        X[learn],
        positive[learn],
        Window.around(X).with_padding(EDGE, square=False),
        (f"{first}, standard units", f"{second}, standard units"),
        (f"not {state.category}", state.category),
        test=(X[~learn], positive[~learn]),
    )


def column_values(corpus: Corpus, first: str, second: str) -> Floats:
    """(rows, 2) the values of two columns."""
    names = [str(name) for name in corpus.dataset.feature_names]
    picked = corpus.dataset.X[:, [names.index(first), names.index(second)]]
    return np.asarray(picked.toarray() if issparse(picked) else picked, dtype=np.float64)


def table_columns(corpus: Corpus) -> list[str]:
    """The columns to choose from; of many word counts, those of the most frequent words."""
    names = np.array([str(name) for name in corpus.dataset.feature_names])
    if issparse(corpus.dataset.X):
        frequent = np.argsort(-corpus.dataset.X.getnnz(axis=0), kind="stable")
        names = names[frequent]
    return [str(name) for name in names[:MOST_COLUMNS]]


def chosen_columns(corpus: Corpus, choice: LabChoice) -> tuple[str, str]:
    """The two columns chosen, or the first two."""
    names = [str(name) for name in corpus.dataset.feature_names]
    if len(names) < 2:
        raise SteersmanError(
            f"{corpus.dataset.name} has only {len(names)} column(s)",
            todo="choose data with at least two columns",
            code="too-few-columns",
            columns=len(names),
        )
    wanted = [name for name in choice.columns if name in names]
    rest = [name for name in table_columns(corpus) if name not in wanted]
    first, second = (*wanted, *rest)[:2]
    return first, second
