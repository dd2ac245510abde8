"""Adaptive martingale boosting: steps as long as the level is good, and more than two children."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from typing import Literal, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import softmax
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from steersman.errors import SteersmanError
from steersman.learn.blas import one_blas_thread
from steersman.learn.martingale.base import MartingaleBase, Rows
from steersman.learn.martingale.features import FeatureKind
from steersman.learn.martingale.learners import balanced_weights
from steersman.learn.martingale.nodes import Decision, NodeLearner, Routing
from steersman.learn.martingale.program import FrozenWhy
from steersman.learn.martingale.steering import STEERING_SECONDS, STEERING_STEPS
from steersman.learn.row_order import class_prints, content_order
from steersman.learn.steering import Goal, VisitedModel, kept_prints
from steersman.learn.wants import ResolvedWant
from steersman.maths.martingale import confusion_matrix
from steersman.tasks import Task

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
Cell = tuple[int, ...]
ROOT_SHIFTS = 15  # towards each class
SHARPNESS = 4.0  # log odds for a unit of position


class AdaptiveNode(NamedTuple):
    """A node at one cell of a level: its rows step on, or end with `logits`."""

    decision: Decision | None
    logits: Floats  # (classes,)
    rows: tuple[int, ...]  # training rows by class


@dataclass(frozen=True)
class AdaptiveLevel:
    """The cells that training rows reached, and the level's advantage: the length of its steps."""

    cells: tuple[Cell, ...]
    nodes: tuple[AdaptiveNode, ...]
    advantage: float


@dataclass(frozen=True)
class CellMove:
    """Rows in one cell of one level: what they vote for and where they go on, or where they end."""

    level: int
    cell: Cell
    rows: Codes
    learned: tuple[int, ...]  # training rows by class
    voted: Codes | None  # (rows,), None where the path ends
    onward: tuple[tuple[Cell, Codes], ...] = ()  # cells of the next level, with places in `rows`
    logits: Floats | None = None  # (rows, classes) where the path ends
    frozen: FrozenWhy = ""

    @classmethod
    def end(
        cls,
        level: int,
        cell: Cell,
        rows: Codes,
        logits: Floats,
        frozen: FrozenWhy,
        learned: tuple[int, ...] = (),
    ) -> CellMove:
        """The end of the rows' paths."""
        return cls(level, cell, rows, learned, None, (), logits, frozen)

    @property
    def labels(self) -> Codes:
        """(rows,): the classes with which the paths end."""
        assert self.logits is not None, "paths end here"  # noqa: S101
        return np.asarray(self.logits.argmax(axis=1))


class AdaptiveMartingaleBoostClassifier(MartingaleBase):
    """Martingale boosting that adapts to its learners (Long and Servedio 2008).

    A row has a position: a number for each class, at first zero. The node at its position gives
    it real-valued scores (class probabilities less chance), and it moves by them times the
    level's advantage (what the scores gain on rows unseen, classes weighing alike), so that good
    levels count for more. Positions are rounded to multiples of `resolution`, at random but
    without bias while training (from `random_state`), to the nearest in prediction: a node has
    as many children as there are multiples in its reach. The class furthest ahead is the label.

    The other settings are those of `MartingaleBoostClassifier`; with `freeze` on, nodes that are
    pure or no better than chance end the path.

    Parameters
    ----------
    estimator : classifier, optional
        Classifier of the nodes; by default a logistic regression.
    n_levels : int
        Votes on the longest path.
    resolution : float
        Step to whose multiples positions are rounded.
    freeze : bool
        End a path at nodes that are pure or no better than chance.
    routing : {'leave-one-out', 'out-of-fold', 'resubstitution'}
        Votes that route training rows.
    features : {'auto', 'linear', 'rbf', 'both'}
        Inputs of the default node classifier.
    penalty : float
        Strength of the shrinkage of a node's weights.
    draw_to_root : bool
        Shrink a node's weights toward the root's, not toward zero.
    random_state : int, RandomState or None
        Seed of the random rounding in training.

    Examples
    --------
    >>> from sklearn.datasets import make_moons
    >>> X, y = make_moons(200, noise=0.2, random_state=0)
    >>> AdaptiveMartingaleBoostClassifier(random_state=0).fit(X, y).score(X, y) > 0.9
    True
    """

    levels_: list[AdaptiveLevel]
    root_shift_: Floats

    def __init__(
        self,
        estimator: BaseEstimator | None = None,
        n_levels: int = 15,
        *,
        resolution: float = 0.1,
        freeze: bool = True,
        routing: Routing = "leave-one-out",
        features: Literal["auto"] | FeatureKind = "auto",
        penalty: float = 1.0,
        draw_to_root: bool = True,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.estimator = estimator
        self.n_levels = n_levels
        self.resolution = resolution
        self.freeze = freeze
        self.routing = routing
        self.features = features
        self.penalty = penalty
        self.draw_to_root = draw_to_root
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Grow the program on the rows of X and their classes y.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,)
            Class of each row.
        sample_weight : array-like of shape (n_rows,), optional
            How often each row counts: whole numbers are copies of the row. By other weights, as
            many rows as there are are drawn.

        Returns
        -------
        self
            The fitted model.
        """
        rows, codes = self._checked_rows(X, y, sample_weight)
        # Rounding to cells magnifies the rounding of sums: rows in any order are to give the same.
        order = content_order(class_prints(rows, codes))
        rows, codes = rows[order], codes[order]
        if not self.resolution > 0:
            raise SteersmanError(
                f"resolution is {self.resolution!r}",
                todo="give a number above 0, such as 0.1",
                code="bad-setting",
                name="resolution",
                value=self.resolution,
            )
        self.fitted_prints_ = kept_prints(X)
        with one_blas_thread():
            learner = self._prepared_learner(rows, codes)
            self.levels_ = self._grow_levels(learner, self._columns(rows), codes)
        self.root_shift_ = np.zeros(len(self.classes_))
        return self

    def steer_toward(
        self,
        X_holdout: ArrayLike,
        y_holdout: ArrayLike,
        want: ResolvedWant,
        *,
        max_iterations: int = STEERING_STEPS,
        max_seconds: float = STEERING_SECONDS,
        task: Task | None = None,
    ) -> list[VisitedModel]:
        """The programs visited on the way to `want` on the holdout; this one is the first.

        The scores of the root are shifted towards each class (AMB-Tune); rows then take other
        ways through the program.

        Parameters
        ----------
        X_holdout : array-like or sparse matrix of shape (n_rows, n_features)
            Tuning rows, which the model was not trained on.
        y_holdout : array-like of shape (n_rows,)
            Class of each tuning row.
        want : ResolvedWant
            Limits to meet.
        max_iterations : int
            Most models to try.
        max_seconds : float
            Most seconds to search.
        task : Task, optional
            Reports progress; stops the search when it is canceled or hurried.

        Returns
        -------
        list of VisitedModel
            The models, each with its confusion matrix on the tuning rows.
        """
        check_is_fitted(self)
        task = (task or Task(max_seconds)).with_limits(max_seconds, max_iterations)
        goal, codes = Goal(want), np.searchsorted(self.classes_, np.asarray(y_holdout))
        visited: list[VisitedModel] = []
        for shift in [np.zeros(len(self.classes_)), *self._root_shifts()]:
            if visited and (visited[0].gap == 0.0 or not task.use_step("turning the root")):
                break
            model = copy(self)
            model.root_shift_ = self.root_shift_ + shift
            voted = model._logits(X_holdout).argmax(axis=1)
            matrix = confusion_matrix(codes, voted, len(self.classes_))
            gap, damage, _ = goal.rank(matrix)
            knobs: dict[str, object] = {"root": model.root_shift_.tolist()}
            visited.append(task.see(VisitedModel(model, matrix, gap, damage, knobs)))
        return visited

    def _root_shifts(self) -> list[Floats]:
        """Shifts of the root's scores towards each class, small ones first."""
        classes = len(self.classes_)
        sizes = np.geomspace(0.1, 12.8, ROOT_SHIFTS)
        return [size * np.eye(classes)[label] for size in sizes for label in range(classes)]

    def predict(self, X: ArrayLike) -> NDArray[np.generic]:
        """(rows,): the class furthest ahead.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_rows,)
            Predicted class of each row.
        """
        ahead = self._logits(X).argmax(axis=1)
        return np.asarray(self.classes_[ahead])

    @property
    def advantages_(self) -> Floats:
        """(levels,): the advantage of each level."""
        return np.array([level.advantage for level in self.levels_])

    @property
    def n_nodes_(self) -> int:
        """How many nodes were fitted."""
        return sum(node.decision is not None for lv in self.levels_ for node in lv.nodes)

    def _logits(self, X: ArrayLike) -> Floats:
        """The final positions, or of the shares of classes where a path ended early."""
        design = self._design(X)
        logits = np.zeros((design.shape[0], len(self.classes_)))
        with one_blas_thread():
            for move in self._moves(design):
                if move.voted is None:
                    logits[move.rows] = move.logits
        return logits

    def moves(self, X: ArrayLike) -> Iterator[CellMove]:
        """The moves of rows from cell to cell, level by level.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.

        Yields
        ------
        CellMove
            Rows that are in one cell of one level, and where they go on or end.
        """
        yield from self._moves(self._design(X))

    def _moves(self, design: Rows) -> Iterator[CellMove]:
        position = np.zeros((design.shape[0], len(self.classes_)))
        moving = np.arange(design.shape[0])
        for depth, level in enumerate(self.levels_):
            known = dict(zip(level.cells, level.nodes))
            cells = np.rint(position[moving] / self.resolution).astype(np.int64)
            going = []
            for cell, place in rows_by_cell(cells):
                rows = moving[place]
                node = known.get(cell)
                if node is None:
                    # No training row reached this cell, so no node is there: the position so far
                    # decides.
                    yield CellMove.end(depth, cell, rows, SHARPNESS * position[rows], "empty")
                elif node.decision is None:
                    why: FrozenWhy = "pure" if np.count_nonzero(node.rows) < 2 else "weak"
                    ends = np.broadcast_to(node.logits, (len(rows), len(node.logits)))
                    yield CellMove.end(depth, cell, rows, ends, why, node.rows)
                else:
                    scores = node.decision.scores(design[rows])
                    step = centered_probabilities(scores + (self.root_shift_ if not depth else 0.0))
                    position[rows] = np.array(cell) * self.resolution + level.advantage * step
                    reached = np.rint(position[rows] / self.resolution).astype(np.int64)
                    onward = tuple(rows_by_cell(reached))
                    yield CellMove(depth, cell, rows, node.rows, step.argmax(axis=1), onward)
                    going.append(rows)
            moving = np.sort(np.concatenate(going)) if going else np.zeros(0, dtype=np.intp)
        cells = np.rint(position[moving] / self.resolution).astype(np.int64)
        for cell, place in rows_by_cell(cells):
            rows = moving[place]
            yield CellMove.end(len(self.levels_), cell, rows, SHARPNESS * position[rows], "")

    def _grow_levels(self, learner: NodeLearner, X: Rows, codes: Codes) -> list[AdaptiveLevel]:
        position = np.zeros((len(codes), len(self.classes_)))
        moving = np.arange(len(codes))
        levels: list[AdaptiveLevel] = []
        root: Decision | None = None
        for depth in range(self.n_levels):
            rng = np.random.default_rng([self._seed, depth])
            cells = self._rounded_position(position[moving], rng)
            nodes: dict[Cell, AdaptiveNode] = {}
            steps = np.zeros_like(position)
            going = []
            for cell, place in rows_by_cell(cells):
                rows = moving[place]
                nodes[cell], honest = self._node(learner, X, codes, rows, root, rng)
                root = root or nodes[cell].decision
                position[rows] = np.array(cell) * self.resolution
                if honest is not None:
                    steps[rows] = honest
                    going.append(rows)
            moving = np.sort(np.concatenate(going)) if going else np.zeros(0, dtype=np.intp)
            advantage = level_advantage(steps[moving], codes[moving])
            levels.append(AdaptiveLevel(tuple(nodes), tuple(nodes.values()), advantage))
            position[moving] += advantage * steps[moving]
            if not len(moving):
                break
        return levels

    def _node(
        self,
        learner: NodeLearner,
        X: Rows,
        codes: Codes,
        rows: Codes,
        root: Decision | None,
        rng: np.random.Generator,
    ) -> tuple[AdaptiveNode, Floats | None]:
        """The node of these rows, and their steps unless it ends their path."""
        counts = np.bincount(codes[rows], minlength=len(self.classes_))
        # Half a row more of each class keeps the logarithms finite.
        logits = np.log(counts + 0.5) - np.log(counts + 0.5).max()
        shown = tuple(map(int, counts))
        if np.count_nonzero(counts) < 2:
            return AdaptiveNode(None, logits, shown), None
        fit = learner(X[rows], codes[rows], root, rng)
        steps = centered_probabilities(fit.honest)
        if self.freeze and root is not None and level_advantage(steps, codes[rows]) <= 0:
            return AdaptiveNode(None, logits, shown), None
        return AdaptiveNode(fit.decision, logits, shown), steps

    def _rounded_position(self, position: Floats, rng: np.random.Generator) -> NDArray[np.int64]:
        """(rows, classes): multiples of the resolution, up or down at random without bias."""
        scaled = position / self.resolution
        below = np.floor(scaled)
        return (below + (rng.random((len(scaled), 1)) < scaled - below)).astype(np.int64)


def centered_probabilities(scores: Floats) -> Floats:
    """(rows, classes): the probabilities of the scores, less chance."""
    return np.asarray(softmax(scores, axis=1) - 1.0 / scores.shape[1])


def level_advantage(steps: Floats, codes: Codes) -> float:
    """Mean gain of the rows' own classes by the steps, every class weighing the same.

    >>> level_advantage(np.array([[0.5, -0.5], [-0.1, 0.1]]), np.array([0, 1]))
    0.3
    """
    if not len(codes):
        return 0.0
    gained = steps[np.arange(len(codes)), codes]
    return float(np.average(gained, weights=balanced_weights(codes)))


def rows_by_cell(cells: NDArray[np.int64]) -> list[tuple[Cell, Codes]]:
    """Each distinct cell with the places of its rows."""
    if not len(cells):
        return []
    distinct, where = np.unique(cells, axis=0, return_inverse=True)
    order = np.argsort(where.ravel(), kind="stable")
    ends = np.cumsum(np.bincount(where.ravel()))
    parts = np.split(order, ends[:-1])
    return [(tuple(cell), part) for cell, part in zip(distinct.tolist(), parts)]
