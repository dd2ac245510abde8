"""Which rows to label, and how many, to know whether a model still keeps its limits.

Rows are drawn one by one, with replacement: first a stratum of rows with like scores, then one of
its rows. Strata where errors are likely and weigh most are drawn more often, and each draw has the
weight that makes up for it, so that estimates for all rows stay unbiased. A check then takes a
half to a quarter of the labels that a plain sample needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError
from steersman.learn.files import SavedModel
from steersman.learn.monitor.class_chances import class_chances
from steersman.learn.monitor.report import BoundCheck
from steersman.learn.monitor.sample_check import SampledBound, Strata
from steersman.learn.monitor.watched_bound import WatchedBound, watched_bound
from steersman.learn.monitor.watched_want import saved_model_of, tuning_rows, want_in_use
from steersman.learn.promises import check_confidence
from steersman.learn.wants import Bound, ResolvedWant, Want

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

STRATA = 6  # of each predicted class
# This part of the draws is spread evenly, so that no weight is large where the model is wrong.
EVEN_PART = 0.25
MOST_LABELS = 1000


@dataclass(frozen=True, eq=False)
class LabelingPlan:
    """Rows to label, in this order, and what their labels say about all rows.

    `draws` are places of rows; a row that is drawn twice is labeled once and counts twice.
    `weights` belong to the draws; their mean over all rows is 1. `labels_needed` says for each
    limit how many draws will probably decide it: if it is kept as well as when it was guaranteed,
    and if it is broken by a factor of two.
    """

    want: ResolvedWant
    confidence: float
    draws: Ints
    weights: Floats
    predicted: Ints  # of all rows
    bounds: tuple[SampledBound, ...]
    labels_needed: Mapping[Bound, tuple[int, int]]

    @property
    def rows(self) -> Ints:
        """The places of the rows to label, each once, in order."""
        _, first = np.unique(self.draws, return_index=True)
        return self.draws[np.sort(first)]

    @property
    def risk(self) -> float:
        """The risk of a wrong verdict for each limit."""
        tested = sum(bound.form is not None for bound in self.bounds)
        return (1.0 - self.confidence) / max(1, tested)

    def judge(self, labels: Mapping[int, object]) -> tuple[BoundCheck, ...]:
        """The state of each limit from the labels so far, by the place of the row.

        Draws count in their order up to the first without a label. You may look after each label.

        Parameters
        ----------
        labels : mapping from int to object
            Class by place of the row.

        Returns
        -------
        tuple of BoundCheck
        """
        known = {str(name): code for code, name in enumerate(self.want.classes)}
        codes = {int(place): class_code(label, known) for place, label in labels.items()}
        done = 0
        while done < len(self.draws) and int(self.draws[done]) in codes:
            done += 1
        drawn = self.draws[:done]
        true = np.array([codes[place] for place in drawn.tolist()], dtype=np.int64)
        called, weights = self.predicted[drawn], self.weights[:done]
        return tuple(bound.check(true, called, weights, self.risk) for bound in self.bounds)


def class_code(label: object, known: Mapping[str, int]) -> int:
    """The place of a label among the classes."""
    if str(label) not in known:
        raise SteersmanError(
            f"{label!r} is no class of the model",
            todo=f"choose from: {', '.join(known)}",
            code="unknown-labels",
            labels=[str(label)],
        )
    return known[str(label)]


def labeling_plan(
    model: object,
    X: Any,
    n: int | None = None,
    *,
    want: str | Want | None = None,
    confidence: float = 0.95,
    positive: object = None,
    costs: ArrayLike | None = None,
    even: bool = False,
    random_state: int = 0,
) -> LabelingPlan:
    """Choose rows to label, to know with this confidence whether a model still keeps its limits.

    Parameters
    ----------
    model : classifier, Steering, SavedModel, str or Path
        The model in use.
    X : rows as the model takes them
        New rows without labels.
    n : int, optional
        Number of draws; by default as many as will probably decide every limit.
    want : str or Want, optional
        Limits to check, by default those that the model was steered to.
    confidence : float
        Of all verdicts together.
    positive : object, optional
        Class meant where the want names none.
    costs : array-like of shape (classes, classes), optional
        Cost of each decision (actual, predicted), for a limit on cost.
    even : bool
        Draw all rows with the same chance, so that a model can be steered on them.
    random_state : int
        The same number gives the same rows.

    Returns
    -------
    LabelingPlan

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(10_000, 1))
    >>> y = X[:, 0] + rng.normal(size=10_000) > 1.0
    >>> model = LogisticRegression().fit(X[:5000], y[:5000])
    >>> plan = labeling_plan(model, X[5000:], want="fpr <= 20%", positive=True)
    >>> checks = plan.judge({row: y[5000:][row] for row in plan.rows.tolist()})
    >>> bool(len(plan.rows) < 200), checks[0].state.value
    (True, 'holds')
    """
    check_confidence(confidence)
    saved = saved_model_of(model)
    asked = want_in_use(saved, want, positive, costs)
    chances, predicted = class_chances(saved.model, X, list(asked.classes))
    forms = watched_forms(saved, asked)
    return plan_from_chances(asked, forms, chances, predicted, (n, confidence, even, random_state))


def watched_forms(saved: SavedModel, want: ResolvedWant) -> list[WatchedBound | str]:
    """Each limit as a mean over rows, or why it cannot be checked."""
    meant = tuning_rows(saved)
    return [watched_bound(bound, want, meant) for bound in want.bounds]


def plan_from_chances(
    want: ResolvedWant,
    forms: Sequence[WatchedBound | str],
    chances: Floats,
    predicted: Ints,
    asked: tuple[int | None, float, bool, int],
) -> LabelingPlan:
    """The plan for rows with these chances (rows, classes) and predicted classes.

    `asked` has the number of draws, the confidence, whether to draw evenly, and the seed.
    """
    n, confidence, even, seed = asked
    if not len(predicted):
        raise SteersmanError(
            "there are no rows to label",
            todo="give rows that have no label yet",
            code="no-rows-to-label",
        )
    usable = [form for form in forms if isinstance(form, WatchedBound)]
    stratum = score_strata(usable, chances, predicted)
    strata = with_draw_shares(usable, chances, predicted, stratum, even=even)
    weights = strata.weights
    sampled = tuple(
        SampledBound.of(want.bounds[place].written, form, weights[stratum], predicted)
        for place, form in enumerate(forms)
    )
    risk = (1.0 - confidence) / max(1, len(usable))
    needed = {
        bound.bound: bound.labels_needed(strata, risk)
        for bound in sampled
        if bound.form is not None
    }
    count = n if n is not None else suggested_count(needed, len(predicted))
    rng = np.random.default_rng(seed)
    sizes = np.bincount(stratum)
    if even:
        # Each row once: rows drawn in any order are as good a sample of those to come.
        draws = rng.permutation(len(predicted))[:count]
        return LabelingPlan(
            want, confidence, draws, np.ones(len(draws)), predicted, sampled, needed
        )
    drawn = rng.choice(len(sizes), size=count, p=strata.draw_shares)
    by_stratum = np.argsort(stratum, kind="stable")
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    within = (rng.random(count) * sizes[drawn]).astype(np.int64)
    draws = by_stratum[starts[drawn] + within]
    return LabelingPlan(want, confidence, draws, weights[drawn], predicted, sampled, needed)


def suggested_count(needed: Mapping[Bound, tuple[int, int]], rows: int) -> int:
    """As many draws as will probably decide every limit, kept or broken; never endless."""
    most = max((max(pair) for pair in needed.values()), default=MOST_LABELS)
    return max(1, min(most, MOST_LABELS, 4 * rows))


def score_strata(forms: Sequence[WatchedBound], chances: Floats, predicted: Ints) -> Ints:
    """(rows,): strata of rows with the same predicted class and a like chance of an error."""
    doubt = 1.0 - chances[np.arange(len(predicted)), predicted]
    strata, first = np.zeros(len(predicted), dtype=np.int64), 0
    for called in np.unique(predicted).tolist():
        here = np.flatnonzero(predicted == called)
        number = min(STRATA, max(1, len(here) // 5)) if forms else 1
        edges = np.quantile(doubt[here], np.linspace(0.0, 1.0, number + 1)[1:-1])
        _, place = np.unique(np.searchsorted(edges, doubt[here]), return_inverse=True)
        strata[here] = first + place.ravel()
        first = int(strata[here].max()) + 1
    return strata


def with_draw_shares(
    forms: Sequence[WatchedBound], chances: Floats, predicted: Ints, stratum: Ints, *, even: bool
) -> Strata:
    """The strata, and how often to draw each: by Neyman's rule for all limits, or evenly."""
    sizes = np.bincount(stratum)
    shares = sizes / sizes.sum()
    first = np.unique(stratum, return_index=True)[1]
    means = np.stack([np.bincount(stratum, each) for each in chances.T], axis=1) / sizes[:, None]
    called = predicted[first]
    total = np.zeros(len(sizes))
    for form in forms:
        excess = form.part - form.bound.written.value / form.rows_meant * form.whole
        # The root of the mean square in each stratum, times its size.
        spread = shares * np.sqrt((means * excess[:, called].T ** 2).sum(axis=1))
        total += spread / spread.sum() if spread.sum() else 0.0
    draw_shares = shares
    if total.sum() and not even:
        draw_shares = EVEN_PART * shares + (1.0 - EVEN_PART) * total / total.sum()
    return Strata(called, means, shares, draw_shares / draw_shares.sum())
