"""Martingale boosting: a program of nodes that vote, which can be steered node by node."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Literal, Self, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix, issparse
from sklearn.base import BaseEstimator
from sklearn.model_selection import train_test_split
from sklearn.utils.validation import check_is_fitted

from steersman._cached import cached_property
from steersman.errors import SteersmanError, check_choice
from steersman.learn.blas import one_blas_thread
from steersman.learn.martingale.base import MartingaleBase
from steersman.learn.martingale.features import FeatureKind, NodeFeatures
from steersman.learn.martingale.growth import (
    GrownProgram,
    Growth,
    HearLevel,
    grown_program,
    honest_bench,
)
from steersman.learn.martingale.node_penalties import (
    ROUNDS,
    CodedRows,
    accuracy_targets,
    bench_of,
    stricter,
    tuned_program,
)
from steersman.learn.martingale.nodes import Routing
from steersman.learn.martingale.paths import PathStep, row_logits, row_path
from steersman.learn.martingale.program import (
    Bench,
    Node,
    Program,
    end_logits,
    local_matrices,
    walk_rows,
)
from steersman.learn.martingale.steering import (
    STEERING_SECONDS,
    STEERING_STEPS,
    Granularity,
    SteeringStep,
    locally_turned_shifts,
    steering_steps,
    step_at,
    weak_nodes,
)
from steersman.learn.steering import Goal, VisitedModel, copy_with_rows, kept_prints
from steersman.learn.wants import ResolvedWant, Want
from steersman.maths.martingale import confusion_matrix, n_states
from steersman.tasks import Task

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
Rows = Floats | csr_matrix


GRANULARITIES = ("root", "all", "select")
Tuning = Literal["shifts", "penalties"]
TUNINGS = ("shifts", "penalties")


class MartingaleBoostClassifier(MartingaleBase):
    """A branching program over classifiers (Long and Servedio 2005; Kulkarni et al. 2017).

    Every row starts at the root. Each node on its way votes for a class; which node votes next
    depends on the votes so far. After `n_levels` votes the class with most votes is the label.

    Parameters
    ----------
    estimator : classifier or None
        The node learner. None is logistic regression on `features`; any other classifier must
        take sample weights and gets the columns as they are.
    n_levels : int
        Number of votes.
    freeze : bool or float
        Whether to end a path early at nodes that are pure, empty, no better than chance, or
        reached by a class with a share under eps / (L (L + 1)). A number is eps, True is
        eps = 0.1.
    granularity : {"root", "all", "select"}
        Nodes that steering turns, see `steer_toward`.
    want : str, array-like, Want or None
        Bounds to steer to in `fit`.
    threshold : float
        Advantage under which "select" takes a node for weak.
    ties : {"rows", "first"}
        The class of paths that end with equal votes, which an even `n_levels` allows: the one with
        the larger share of its training rows there, or (as published) the first.
    tuning : {"shifts", "penalties"}
        What steering changes: the shifts of the nodes' scores, or (as published) the penalties of
        their weights, by which the nodes are fitted anew from the root on; needs logistic nodes.
    holdout : float or None
        Share of rows kept apart for matrices and steering. None learns from all rows and judges
        by predictions of nodes that did not learn from the row.
    routing : {"leave-one-out", "out-of-fold", "resubstitution"}
        Predictions that carry the training rows on; "resubstitution" is the original algorithm.
        Estimators without a leave-one-out formula take folds.
    features : {"auto", "linear", "rbf", "both"}
        Columns of the logistic regressions. "auto" is linear or rbf, whichever has the lower
        leave-one-out loss at the root.
    penalty : float
        Penalty of the logistic regressions.
    draw_to_root : bool
        Whether weights are drawn to the root's instead of to zero.
    random_state : int, RandomState or None
        Seed of folds, landmarks and estimators.
    n_jobs : int or None
        Threads for the nodes of a level; None takes all cores when the nodes are large.

    Examples
    --------
    >>> from sklearn.datasets import make_moons
    >>> X, y = make_moons(200, noise=0.2, random_state=0)
    >>> model = MartingaleBoostClassifier(random_state=0).fit(X, y)
    >>> model.score(X, y) > 0.9
    True
    """

    graph_: Program
    matrix_: NDArray[np.int64]
    _training_rows: CodedRows | None

    def __init__(
        self,
        estimator: BaseEstimator | None = None,
        n_levels: int = 15,
        *,
        freeze: bool | float = True,
        granularity: Granularity = "root",
        want: str | ArrayLike | Want | None = None,
        threshold: float = 0.3,
        ties: Literal["rows", "first"] = "rows",
        tuning: Tuning = "shifts",
        holdout: float | None = None,
        routing: Routing = "leave-one-out",
        features: Literal["auto"] | FeatureKind = "auto",
        penalty: float = 1.0,
        draw_to_root: bool = True,
        random_state: int | np.random.RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.estimator = estimator
        self.n_levels = n_levels
        self.freeze = freeze
        self.granularity = granularity
        self.want = want
        self.threshold = threshold
        self.ties = ties
        self.tuning = tuning
        self.holdout = holdout
        self.routing = routing
        self.features = features
        self.penalty = penalty
        self.draw_to_root = draw_to_root
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Grow the program on the rows of X and their classes y; steer it if there is a want.

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
        return self.grow(X, y, sample_weight=sample_weight)

    def grow(
        self,
        X: ArrayLike,
        y: ArrayLike,
        on_level: HearLevel | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Fit as `fit` does, calling `on_level(level, nodes)` before every level is grown.

        `nodes` are those of the levels above, with the training rows' way through them.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,)
            Class of each row.
        on_level : callable, optional
            Called as ``on_level(level, nodes)`` before each level.
        sample_weight : array-like of shape (n_rows,), optional
            How often each row counts, as for `fit`.

        Returns
        -------
        self
            The fitted model.
        """
        rows, codes = self._checked_rows(X, y, sample_weight)
        self.fitted_prints_ = kept_prints(X)
        self._refuse_bad_holdout(codes)
        kept, held = self._parts(codes)
        with one_blas_thread():
            grown = self._grow(rows[kept], codes[kept], on_level)
            self._keep_rows(rows[kept], codes[kept])
            if held is None:
                bench = honest_bench(grown, self._columns(rows), codes, self._seed)
            else:
                bench = self._bench(grown.program, rows[held], codes[held])
            self._settle(grown.program, bench)
            if self.want is not None:
                bound = Want(self.want).resolve(self.classes_)
                task = Task(STEERING_SECONDS, max_steps=STEERING_STEPS)
                if self.tuning == "penalties" and held is not None:
                    holdout = CodedRows(self._columns(rows[held]), codes[held])
                    visited = self._tuned_models(holdout, bench, bound, task)
                    best = min(visited, key=lambda seen: (seen.gap, seen.objective)).model
                    program = cast(Self, best).graph_
                    self._settle(program, bench_of(program, holdout))
                else:
                    steps = self._steps(bench, bound, task)
                    self._take(min(steps, key=lambda step: step.rank), bench)
        return self

    def growth_on(self, X: ArrayLike, y: ArrayLike) -> Growth:
        """How this program is to be grown elsewhere; the columns of its nodes are chosen on rows.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows, or a sample of them.
        y : array-like of shape (n_rows,)
            Class of each row.

        Returns
        -------
        Growth
            Learner, levels and limits; `take_program` takes what was grown.
        """
        rows, codes = self._checked_rows(X, y)
        self._refuse_bad_holdout(codes)
        with one_blas_thread():
            return self._growth(rows, codes)

    def take_program(self, program: Program) -> Self:
        """Take over a program that was grown elsewhere, its nodes with their confusion matrices.

        Parameters
        ----------
        program : Program
            Nodes and decisions.

        Returns
        -------
        self
            The fitted model.
        """
        ends = [node.matrix for node in program.nodes if node.label >= 0]
        self._take_judged(program, np.sum(ends, axis=0))
        self._training_rows = None
        return self

    @property
    def node_features_(self) -> NodeFeatures | None:
        """The map from rows to the columns of logistic nodes."""
        return self._features

    def attach_rows(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Give a loaded program its training rows again, so that steering can tune penalties.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,)
            Class of each row.

        Returns
        -------
        MartingaleBoostClassifier
            This model.
        """
        design = self._design(X)
        self._training_rows = CodedRows(design, self._known_codes(y))
        return self

    def predict(self, X: ArrayLike) -> NDArray[np.generic]:
        """(rows,): the class at the end of each row's path.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_rows,)
            Predicted class of each row.
        """
        design = self._design(X)
        with one_blas_thread():
            return self.classes_[self.graph_.labels[self.graph_.terminal_nodes(design)]]

    def path(self, x: ArrayLike) -> list[PathStep]:
        """The nodes on the way of one row: level, votes, scores and the class voted for.

        Parameters
        ----------
        x : array-like of shape (n_features,)
            One row.

        Returns
        -------
        list of PathStep
            Its nodes, from the root on.
        """
        design = self._design(np.atleast_2d(np.asarray(x)) if not issparse(x) else x)
        if design.shape[0] != 1:
            raise SteersmanError(
                f"path takes one row, but got {design.shape[0]}",
                code="not-one-row",
                rows=design.shape[0],
            )
        return row_path(self.graph_, self.classes_, design)

    @property
    def program_(self) -> list[list[Node]]:
        """The nodes, level by level."""
        check_is_fitted(self)
        levels: list[list[Node]] = [[] for _ in range(self.graph_.levels + 1)]
        for node in self.graph_.nodes:
            levels[node.level].append(node)
        return levels

    @property
    def frozen_(self) -> dict[str, int]:
        """Frozen nodes by reason, nodes that were fitted, and nodes of the full program saved."""
        check_is_fitted(self)
        whole = n_states(self.graph_.levels, len(self.classes_))
        fitted = len(self.graph_.deciding)
        return self.graph_.frozen_counts() | {"fitted": fitted, "saved": whole - fitted}

    def offered_nodes(self) -> list[int]:
        """The numbers of the nodes offered for tuning at this granularity.

        With "select" (I-SELECT) these are a few weak ones, those that lack the most votes first.

        Returns
        -------
        list of int
            Numbers of nodes.
        """
        check_is_fitted(self)
        if self.granularity == "root":
            return [0]
        if self.granularity == "all":
            return [int(node) for node in self.graph_.deciding]
        return [int(node) for node in weak_nodes(self.graph_, self.threshold)]

    def program_on(self, X: ArrayLike, y: ArrayLike) -> Program:
        """The program with the local confusion matrices of these rows at its nodes.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,)
            Class of each row.

        Returns
        -------
        Program
            The nodes, level by level.
        """
        bench = self._holdout_bench(X, y)
        return self.graph_.with_matrices(walk_rows(self.graph_, bench.scores), bench.codes)

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

        What turns are the shifts of the nodes' scores. With `granularity` "root" the root's
        achieved advantages become every node's targets; "all" goes on to tune each node by
        itself, "select" only a few weak ones. With `tuning` "penalties" all nodes are fitted anew
        instead, each with the accuracies that the want asks of the program.

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
        bench = self._holdout_bench(X_holdout, y_holdout)
        task = (task or Task(max_seconds)).with_limits(max_seconds, max_iterations)
        if self.tuning == "penalties":
            holdout = CodedRows(self._design(X_holdout), bench.codes)
            with one_blas_thread():
                return self._tuned_models(holdout, bench, want, task)
        steps = self._steps(bench, want, task)
        return [self._visited_model(step, bench) for step in steps]

    def tuned_node(
        self, node: int, X_holdout: ArrayLike, y_holdout: ArrayLike, want: str | ArrayLike | Want
    ) -> Self:
        """This program with one node turned to meet a want about its own confusion matrix.

        What a person does at each node with granularity "all", and at the nodes that
        `offered_nodes` gives with "select".

        Parameters
        ----------
        node : int
            Number of the node.
        X_holdout : array-like or sparse matrix of shape (n_rows, n_features)
            Tuning rows, which the model was not trained on.
        y_holdout : array-like of shape (n_rows,)
            Class of each tuning row.
        want : str, array-like or Want
            Limits on the confusion matrix of the node.

        Returns
        -------
        MartingaleBoostClassifier
            A new program.
        """
        check_is_fitted(self)
        if not 0 <= node < len(self.graph_.nodes) or self.graph_.labels[node] >= 0:
            raise SteersmanError(
                f"node {node} has no decision to tune",
                todo=f"choose from: {self.graph_.deciding.tolist()}",
                code="not-deciding",
                node=node,
            )
        bench = self._holdout_bench(X_holdout, y_holdout)
        shifts = locally_turned_shifts(self.graph_, bench, node, Want(want).resolve(self.classes_))
        return self._copy_with_shifts(shifts, bench)

    def with_shifts(
        self, shifts: Sequence[Floats], X_holdout: ArrayLike, y_holdout: ArrayLike
    ) -> list[Self]:
        """This program with each of several (nodes, classes) shifts of its scores.

        They are judged on the holdout, as the programs that steering visits are.

        Parameters
        ----------
        shifts : sequence of ndarray of shape (n_nodes, n_classes)
            Shifts of the scores of the nodes.
        X_holdout : array-like or sparse matrix of shape (n_rows, n_features)
            Tuning rows, which the model was not trained on.
        y_holdout : array-like of shape (n_rows,)
            Class of each tuning row.

        Returns
        -------
        list of MartingaleBoostClassifier
            A program for each shift.
        """
        check_is_fitted(self)
        bench = self._holdout_bench(X_holdout, y_holdout)
        return [self._copy_with_shifts(each, bench) for each in shifts]

    def with_judged_shifts(
        self, shifts: Floats, node_matrices: Iterable[Codes], matrix: Codes
    ) -> Self:
        """This program with other shifts, which was judged before.

        Parameters
        ----------
        shifts : ndarray of shape (n_nodes, n_classes)
            Shifts of the scores of the nodes.
        node_matrices : ndarray of shape (n_nodes, n_classes, n_classes)
            Local confusion matrices of the tuning rows.
        matrix : ndarray of shape (n_classes, n_classes)
            Confusion matrix of the tuning rows.

        Returns
        -------
        MartingaleBoostClassifier
            The same program as of `with_shifts` on those rows.
        """
        model = copy(self)
        model.graph_ = self.graph_.with_judged_shifts(shifts, node_matrices)
        model.matrix_ = matrix
        # Those of this program; computed when they are first asked for.
        model.__dict__.pop("_end_logits", None)
        return model

    def _copy_with_shifts(self, shifts: Floats, bench: Bench) -> Self:
        walk = walk_rows(self.graph_, bench.scores, shifts)
        matrices = local_matrices(self.graph_, walk, bench.codes)
        matrix = confusion_matrix(bench.codes, walk.predicted, self.graph_.classes)
        return self.with_judged_shifts(shifts, matrices, matrix)

    def _holdout_bench(self, X: ArrayLike, y: ArrayLike) -> Bench:
        design = self._design(X)
        with one_blas_thread():
            return Bench(self.graph_.scores(design), self._known_codes(y))

    def _visited_model(self, step: SteeringStep, bench: Bench) -> VisitedModel:
        gap, damage, _ = step.rank
        return VisitedModel(
            self._copy_with_shifts(step.shifts, bench), step.matrix, gap, damage, step.knobs
        )

    def _tuned_models(
        self, holdout: CodedRows, bench: Bench, want: ResolvedWant, task: Task
    ) -> list[VisitedModel]:
        """The program as it is, then with ever stricter accuracies asked of its nodes."""
        if self._training_rows is None:
            raise SteersmanError(
                "tuning penalties needs the training rows, which a loaded model does not have",
                todo="fit the model again, or attach its rows",
                code="training-rows-missing",
            )
        goal = Goal(want)
        start = step_at(self.graph_, bench, goal, self.graph_.shifts, {"targets": {}})
        visited = [self._visited_model(start, bench)]
        targets = accuracy_targets(want, start.matrix)
        for place in range(ROUNDS):
            if visited[-1].gap == 0.0 or task.seconds_left <= 0.0:
                break
            task.report("tuning the penalties of the nodes", place / ROUNDS)
            program = tuned_program(
                self.graph_, self._training_rows, holdout, targets, self.penalty, task
            )
            judged = bench_of(program, holdout)
            knobs: dict[str, object] = {"targets": dict(targets)}
            step = task.see(step_at(program, judged, goal, program.shifts, knobs))
            model = copy(self)
            model._settle(program, judged)
            visited.append(VisitedModel(model, step.matrix, step.gap, step.objective, knobs))
            targets = stricter(targets)
        return visited

    def _keep_rows(self, X: Rows, codes: Codes) -> None:
        """Keep the training rows where steering will fit nodes anew."""
        tunes = self.tuning == "penalties"
        self._training_rows = CodedRows(self._columns(X), codes) if tunes else None

    def __getstate__(self) -> dict[str, object]:
        """Everything but the training rows, which a saved model does not take along."""
        if hasattr(self, "graph_"):
            # Computed when it is first asked for, but a file holds all of the model.
            self._end_logits  # noqa: B018
        state: dict[str, object] = super().__getstate__()
        return state | {"_training_rows": None} if "_training_rows" in state else state

    def __copy__(self) -> Self:
        """A shallow copy, which shares the training rows."""
        return copy_with_rows(self)

    def _steps(self, bench: Bench, want: ResolvedWant, task: Task) -> list[SteeringStep]:
        return steering_steps(self.graph_, bench, want, self.granularity, self.threshold, task)

    def _take(self, step: SteeringStep, bench: Bench) -> None:
        """Become the program with the shifts of this step."""
        self._settle(self.graph_.with_shifts(step.shifts), bench)

    def _settle(self, program: Program, bench: Bench) -> None:
        """Take a program and judge it: local matrices, the global one, shares at the ends."""
        walk = walk_rows(program, bench.scores)
        matrix = confusion_matrix(bench.codes, walk.predicted, program.classes)
        self._take_judged(program.with_matrices(walk, bench.codes), matrix)

    def _take_judged(self, program: Program, matrix: Codes) -> None:
        """Become a program that was judged: `matrix` is that of the rows it was judged on."""
        self.graph_, self.matrix_ = program, matrix
        self._end_logits = end_logits(program, matrix.sum(axis=1))

    @cached_property
    def _end_logits(self) -> Floats:
        """(nodes, classes): logits at the ends. Most programs that a search visits need none."""
        return end_logits(self.graph_, self.matrix_.sum(axis=1))

    def _logits(self, X: ArrayLike) -> Floats:
        """Of the shares of classes, as they were judged, at the end of each row's path.

        Within an end, rows differ by a trace with their scores on the way, so that ranks are fine.
        """
        design = self._design(X)
        with one_blas_thread():
            return row_logits(self.graph_, design, self._end_logits)

    def _known_codes(self, y: ArrayLike) -> Codes:
        labels = np.asarray(y)
        codes = np.searchsorted(self.classes_, labels)
        known = np.isin(labels, self.classes_)
        if not known.all():
            raise SteersmanError(
                f"class {labels[~known][0]!r} of the holdout was not in the training rows",
                todo=f"the classes are {self.classes_.tolist()}",
                code="unknown-labels",
                labels=np.unique(labels[~known]).tolist(),
            )
        return codes.astype(np.intp)

    def _parts(self, codes: Codes) -> tuple[Codes, Codes | None]:
        """The rows to learn from and those kept apart."""
        everything = np.arange(len(codes))
        if self.holdout is None:
            return everything, None
        kept, held = train_test_split(
            everything, test_size=self.holdout, stratify=codes, random_state=self._seed
        )
        return np.sort(kept), np.sort(held)

    def _grow(self, X: Rows, codes: Codes, on_level: HearLevel | None) -> GrownProgram:
        return grown_program(self._growth(X, codes), self._columns(X), codes, on_level)

    def _growth(self, X: Rows, codes: Codes) -> Growth:
        """How to grow, after the columns of the nodes have been chosen on these rows."""
        return Growth(
            self._prepared_learner(X, codes),
            len(self.classes_),
            self.n_levels,
            self._eps(),
            self._seed,
            self.n_jobs,
            self.ties == "rows",
        )

    def _bench(self, program: Program, X: Rows, codes: Codes) -> Bench:
        return Bench(program.scores(self._columns(X)), codes)

    def _refuse_bad_holdout(self, codes: Codes) -> None:
        check_choice("granularity", self.granularity, GRANULARITIES)
        check_choice("tuning", self.tuning, TUNINGS)
        check_choice("ties", self.ties, ("rows", "first"))
        if self.tuning == "penalties" and self.estimator is not None:
            raise SteersmanError(
                "only logistic nodes have penalties to tune",
                todo='use estimator=None, or tuning="shifts"',
                code="bad-setting",
                name="tuning",
                value=self.tuning,
            )
        if self.holdout is not None and np.bincount(codes).min() < 2:
            raise SteersmanError(
                "a class with one row cannot be split into training and holdout",
                todo="use holdout=None, or pass more rows",
                code="too-few-rows",
                rows=1,
            )
