"""Wants: bounds on a classifier's errors, as a person writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError
from steersman.learn.wants.bound import Bound, column_word
from steersman.learn.wants.class_bound import ClassBound
from steersman.learn.wants.class_names import class_index, class_list
from steersman.learn.wants.grammar import WantParts, parsed_objective, parsed_want
from steersman.learn.wants.objective import ClassObjective, Objective
from steersman.learn.wants.prior import Prior
from steersman.learn.wants.resolved_want import ResolvedWant
from steersman.learn.wants.wanted_matrix import matrix_bounds, matrix_with_blanks

Floats = NDArray[np.float64]


class Want:
    """Bounds on counts, rates or cells of a confusion matrix (rows true, columns predicted).

    `spec` is what a person would write, a matrix with blanks (None or NaN: no opinion; a number
    on the diagonal is the least, elsewhere the most that is wanted), or another want. A want may
    have an `objective`: what to make as good as possible within the bounds. `cost_column` is the
    column that says what an error on each row costs, where one is named.

    Parameters
    ----------
    spec : str, array-like or Want
        Limits in words, a matrix with blanks, or another want.

    Examples
    --------
    >>> Want("recall(spam) >= 0.95 and cell(ham, spam) <= 3")
    Want('recall(spam) >= 95% and cell(ham, spam) <= 3')
    >>> Want("fp <= 5").resolve(["ham", "spam"]).gap([[90, 9], [4, 7]])
    4.0
    >>> Want("fp <= 5") & Want.of_bounds([Bound("recall", ("spam",), ">=", 0.9)])
    Want('fp <= 5 and recall(spam) >= 90%')
    >>> Want("minimize cost subject to recall >= 90%, cost column = amount").cost_column
    'amount'
    >>> Want("lose at most 1 in 200 ham, then catch as much spam as possible")
    Want('maximize recall(spam) subject to fnr(ham) <= 0.5%')
    """

    def __init__(self, spec: str | ArrayLike | Want) -> None:
        self.bounds: tuple[Bound, ...]
        self.n_classes: int | None = None
        self.objective: Objective | None = None
        self.cost_column = ""
        if isinstance(spec, Want):
            self.bounds, self.n_classes = spec.bounds, spec.n_classes
            self.objective, self.cost_column = spec.objective, spec.cost_column
        elif isinstance(spec, str):
            self.bounds, self.objective, self.cost_column = parsed_want(spec)
        else:
            matrix = matrix_with_blanks(spec)
            self.bounds, self.n_classes = matrix_bounds(matrix), len(matrix)

    @classmethod
    def of_bounds(
        cls, bounds: Iterable[Bound], objective: Objective | None = None, cost_column: str = ""
    ) -> Self:
        """The want that all of these bounds hold, and the objective is as good as they allow.

        Parameters
        ----------
        bounds : iterable of Bound
            Limits.
        objective : Objective, optional
            What to make as good as possible.
        cost_column : str
            Column that says what an error on each row costs; none if empty.

        Returns
        -------
        Want
            A new want.
        """
        found = tuple(bounds)
        if not found and objective is None:
            raise SteersmanError("a want needs a bound", code="want-empty")
        want = cls.__new__(cls)
        want.bounds, want.n_classes, want.objective = found, None, objective
        want.cost_column = cost_column
        return want

    def with_bounds(self, bounds: Iterable[Bound]) -> Want:
        """This want with other bounds; its objective stays.

        Parameters
        ----------
        bounds : iterable of Bound
            Limits.

        Returns
        -------
        Want
            A new want.
        """
        changed = Want.of_bounds(bounds, self.objective, self.cost_column)
        changed.n_classes = self.n_classes
        return changed

    def with_objective(self, objective: str | Objective | None) -> Want:
        """This want with another objective, or none; its bounds stay.

        Parameters
        ----------
        objective : str, Objective or None
            What to make as good as possible.

        Returns
        -------
        Want
            A new want.

        Examples
        --------
        >>> Want("fpr <= 2%").with_objective("maximize recall")
        Want('maximize recall subject to fpr <= 2%')
        """
        read = parsed_objective(objective) if isinstance(objective, str) else objective
        changed = Want.of_bounds(self.bounds, read, self.cost_column)
        changed.n_classes = self.n_classes
        return changed

    def with_cost_column(self, column: str) -> Want:
        """This want, with the column that says what an error on each row costs.

        Parameters
        ----------
        column : str
            Name of the column.

        Returns
        -------
        Want
            A new want.
        """
        changed = self.with_bounds(self.bounds)
        changed.cost_column = column
        return changed

    def __and__(self, other: Want) -> Want:
        both = Want.of_bounds(
            (*self.bounds, *other.bounds),
            self.objective or other.objective,
            self.cost_column or other.cost_column,
        )
        both.n_classes = self.n_classes or other.n_classes
        return both

    def __str__(self) -> str:
        column = f"cost column = {column_word(self.cost_column)}" if self.cost_column else ""
        limits = " and ".join(filter(None, [*map(str, self.bounds), column]))
        if self.objective is None:
            return limits
        return f"{self.objective} subject to {limits}" if limits else str(self.objective)

    def __repr__(self) -> str:
        return f"Want({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Want) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(self.parts)

    @property
    def parts(self) -> WantParts:
        """The bounds, the objective and the cost column."""
        return WantParts(self.bounds, self.objective, self.cost_column)

    @property
    def has_rates(self) -> bool:
        """Whether some bound is on a rate, which can be promised of new rows; counts cannot."""
        return any(not bound.definition.grows_with_rows for bound in self.bounds)

    @property
    def groupings(self) -> tuple[str, ...]:
        """What the groups are called that bounds are about."""
        return tuple(dict.fromkeys(bound.grouping for bound in self.bounds if bound.grouping))

    @property
    def refers(self) -> bool:
        """Whether a person may decide some rows."""
        goal = () if self.objective is None else (self.objective.definition,)
        measures = (*(bound.definition for bound in self.bounds), *goal)
        return any(measure.of_referred for measure in measures)

    def deciding_every_row(self) -> Want:
        """This want as it is without a person to ask; the fewest errors, where nothing is left.

        Returns
        -------
        Want
            A new want.
        """
        bounds = [bound for bound in self.bounds if not bound.definition.of_referred]
        goal = self.objective
        if goal is not None and goal.definition.of_referred:
            goal = None
        return Want.of_bounds(bounds, goal if bounds or goal else Objective("minimize", "errors"))

    @property
    def asked_bounds(self) -> tuple[Bound, ...]:
        """The bounds without those of locks."""
        return tuple(bound for bound in self.bounds if not bound.locked)

    def for_all_rows(self) -> Want:
        """This want as far as the confusion matrix of all rows decides it.

        Limits for each group are for all rows together. Limits on differences between groups, and
        on costs that each row has of its own, are left out; where nothing remains, it is accuracy.

        Returns
        -------
        Want
            A new want.

        Examples
        --------
        >>> Want("recall >= 90% for each clinic and fpr gap over gender <= 2%").for_all_rows()
        Want('recall >= 90%')
        """
        own = [each for each in self.bounds if not each.gap_over]
        objective = self.objective
        if self.cost_column:
            own = [each for each in own if not each.definition.is_cost]
            objective = None if objective and objective.definition.is_cost else objective
        kept = tuple(replace(bound, each_group="") for bound in own)
        if not kept and objective is None:
            objective = Objective("maximize", "accuracy")
        alone = Want.of_bounds(kept, objective)
        alone.n_classes = self.n_classes
        return alone

    def scaled_by(self, share: float) -> Want:
        """This want for a share of the rows: counts shrink, rates stay.

        Parameters
        ----------
        share : float
            Share of the rows.

        Returns
        -------
        Want
            A new want.
        """
        return self.with_bounds(
            replace(bound, value=bound.value * share) if bound.definition.grows_with_rows else bound
            for bound in self.bounds
        )

    def resolve(
        self,
        classes: Sequence[object] | NDArray[np.generic],
        positive: object = None,
        *,
        row_sums: ArrayLike | None = None,
        costs: ArrayLike | None = None,
        prior: float | None = None,
        grouped: bool = False,
        row_costs: bool = False,
        refers: bool = False,
    ) -> ResolvedWant:
        """This want about the given classes, in the order of a matrix's rows and columns.

        `positive` is the class meant when none is named (of two classes, the second). `row_sums`
        lets bounds be found that cannot hold together on that data; `costs` (true, predicted)
        prices a `cost` bound. `prior` is the share of the positive class in use: precision and
        other shares that depend on it are those in use. `grouped` says that limits for each group
        can be held against groups; without them they are refused. `row_costs` says that each row
        has a cost of its own.

        Parameters
        ----------
        classes : sequence
            Classes, in the order of the matrix.
        positive : object, optional
            Class to catch; of two classes, the second by default.
        row_sums : array-like of int, optional
            Rows of each class, to find limits that exclude each other.
        costs : array-like of shape (n_classes, n_classes), optional
            Cost of each cell: actual class, predicted class.
        prior : float, optional
            Share of the class to catch in use.
        grouped : bool
            Whether limits for each group are allowed.
        row_costs : bool
            Whether each row has a cost of its own.
        refers : bool
            Whether matrices have a last column of rows that go to a person, also where the want
            has no limit on those.

        Returns
        -------
        ResolvedWant
            The want, ready to be compared with matrices.
        """
        names = tuple(np.asarray(classes).tolist())
        if self.n_classes is not None and self.n_classes != len(names):
            raise SteersmanError(
                f"the wanted matrix has {self.n_classes} rows and there are {len(names)} classes",
                todo=f"give one row and column for each of {class_list(names)}",
                code="matrix-size",
                rows=self.n_classes,
                classes=len(names),
            )
        if not grouped and self.groupings:
            raise SteersmanError(
                "a limit for each group needs groups",
                todo="give groups=... to steer, or --group COLUMN on the command line",
                code="groups-missing",
            )
        refers = refers or self.refers
        if self.refers:
            refuse_with_referral(self, prior, row_costs=row_costs)
        if positive is None:
            chosen = 1 if len(names) == 2 else None
        else:
            chosen = class_index(positive, names)
        prices = None if costs is None else checked_costs(costs, len(names))
        use = (
            None if prior is None else Prior.of(prior, 1 if chosen is None else chosen, len(names))
        )
        bounds = tuple(
            ClassBound.of(
                bound, names, chosen, use, row_costs=row_costs, costs=prices, refers=refers
            )
            for bound in self.bounds
        )
        objective = (
            None
            if self.objective is None
            else ClassObjective.of(
                self.objective, names, chosen, use, row_costs=row_costs, refers=refers
            )
        )
        resolved = ResolvedWant(self, names, chosen, bounds, prices, objective, use, refers)
        resolved.refuse_contradiction(None if row_sums is None else np.asarray(row_sums, float))
        return resolved

    def scorer(
        self,
        *,
        positive: object = None,
        labels: Sequence[object] | None = None,
        costs: ArrayLike | None = None,
        prior: float | None = None,
    ) -> Callable[[object, object, ArrayLike], float]:
        """A scorer for `GridSearchCV`, `TunedThresholdClassifierCV` and other searches.

        Higher is better. A model that keeps the want scores 0 or more: 1 minus what the objective
        makes small (without one, the share of right decisions where errors are not limited).
        One that does not scores below 0: minus the share of rows that are missing, ties broken
        by the objective. Counts in the want are of the rows scored, so that in cross-validation
        limits on rates are meant, not on counts. A score is about the rows scored; it guarantees
        nothing on new ones.

        Parameters
        ----------
        positive : label, optional
            Class that bounds without a class are about.
        labels : sequence of labels, optional
            All classes; without them, those among the labels and predictions of the rows scored.
        costs : array-like of shape (classes, classes), optional
            Cost of each decision, rows true and columns predicted.
        prior : float, optional
            Share of the positive class where the model will be used.

        Returns
        -------
        callable
            A scorer as `sklearn.metrics.make_scorer` makes them: scorer(estimator, X, y).

        Examples
        --------
        >>> from sklearn.datasets import load_breast_cancer
        >>> from sklearn.linear_model import LogisticRegression
        >>> from sklearn.model_selection import TunedThresholdClassifierCV
        >>> X, y = load_breast_cancer(return_X_y=True)
        >>> model = TunedThresholdClassifierCV(
        ...     LogisticRegression(max_iter=5000), scoring=Want("fpr <= 3%").scorer()
        ... )
        >>> bool(model.fit(X, y).best_score_ > 0.8)
        True
        """
        from sklearn.metrics import make_scorer

        from steersman.learn.wants.want_score import WantScore

        found: Callable[[object, object, ArrayLike], float] = make_scorer(
            WantScore(self, positive, labels, costs, prior)
        )
        return found


def refuse_with_referral(want: Want, prior: float | None, *, row_costs: bool) -> None:
    """Raise an error for what cannot be asked while a person decides some rows."""
    grouped = [bound for bound in want.bounds if bound.grouping]
    measures = [bound.definition for bound in want.bounds]
    measures += [want.objective.definition] if want.objective else []
    by_counts = "two cut-offs are searched by counts of rows, not row by row"
    refused = {each.name: "a mean over classes is no share of rows" for each in measures
               if each.averages_classes}  # fmt: skip
    refused |= {str(each): by_counts for each in grouped}
    if row_costs:
        refused["a cost column"] = by_counts
    if prior is not None:
        refused["a prior"] = "which rows are decided changes the class share among them"
    for asked, reason in refused.items():
        raise SteersmanError(
            f"{asked} cannot be asked together with a referral: {reason}",
            todo="leave out one of them",
            code="not-with-referral",
            reason=asked,
        )


def checked_costs(costs: ArrayLike, n_classes: int) -> Floats:
    """(true, predicted): what each kind of decision costs."""
    prices = np.asarray(costs, dtype=np.float64)
    if prices.shape != (n_classes, n_classes) or not np.isfinite(prices).all():
        raise SteersmanError(
            f"costs of shape {prices.shape} came for {n_classes} classes",
            todo="give finite numbers, one row per true class and one column per predicted class",
            code="bad-costs",
        )
    return prices
