"""A classifier that finds the model within given limits on its errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from steersman.data.splits import held_out_rows
from steersman.errors import SteersmanError
from steersman.learn.automatic.candidates import Candidates, default_candidates, named_candidates
from steersman.learn.automatic.family_trial import FamilyScore, FamilyTrial
from steersman.learn.automatic.score_blend import ScoreBlend
from steersman.learn.blas import one_blas_thread
from steersman.learn.promises import promise_for, unpromised_reason
from steersman.learn.steering import SteeringCode, ThresholdedClassifier, best_setting, steer
from steersman.learn.wants import Want, reached_text, violation_text
from steersman.tasks import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Rows = Floats | csr_matrix

MAX_SECONDS = 60.0
NO_WANT = "accuracy >= 0"


@dataclass(frozen=True, eq=False)
class SteeredReport:
    """Report of a fit: the want, the candidates, the choice and what is promised of new data.

    `expected` is the confusion matrix of the chosen model on rows neither it nor its cut-off had
    seen; `met` says whether the want holds there (with a confidence, whether it is promised), and
    `code` how the steering ended, as a `Steering` has it.
    """

    want: str
    chosen: tuple[str, ...]
    candidates: tuple[FamilyScore, ...]
    expected: Ints
    met: bool
    code: SteeringCode
    reason: str
    promises: tuple[str, ...] = ()

    def __str__(self) -> str:
        rows = [
            f"  {one.name}: balanced accuracy {one.balanced_accuracy:.3f}, gap {one.gap:g}"
            for one in self.candidates
        ]
        return "\n".join(
            [f"wanted: {self.want}", *rows, f"chosen: {' + '.join(self.chosen)}", self.reason]
            + [f"promised: {promise}" for promise in self.promises]
        )


class SteeredClassifier(ClassifierMixin, BaseEstimator):
    """A classifier chosen among several families, the best one that meets a want.

    Every candidate scores all rows by cross-validation, each row by a model that did not see it.
    Cut-offs are solved exactly on those scores (one offset per class, where there are more than
    two, by a search of bounded length), with a safety margin: the next sample of the same size
    should break the want with a chance of at most `risk`. The
    candidates are compared by nested cross-validation, each fold decided by a cut-off that the
    other folds chose; the best `blend` of them are averaged, unless a single one is better by
    more than a standard error, and fitted anew on all rows. Counts in the want mean counts among
    as many rows as X has.

    With a `confidence` no row is used twice: the family is chosen and fitted on one part
    (1 - `holdout`) of the rows, and the cut-off taken from the rest so that rates hold on new
    data with that probability. Counts cannot be promised: a want of counts alone is fitted as
    without a confidence, and the report says so; with rates they are scaled to the rows held out.

    Parameters
    ----------
    candidates : list, list of (name, classifier) pairs, mapping or None
        Classifiers to try; None tries a line in the plane (for counts), logistic regression, a
        martingale program, a support vector machine, forests and boosted trees.
    want : str, array-like, Want or None
        Bounds on the errors; None wants nothing but a high balanced accuracy.
    confidence : float, optional
        Probability with which rates should hold on new data.
    cv : int
        Number of folds.
    blend : int
        Most candidates to average.
    risk : float
        Chance of breaking the want on the next sample that the safety margin allows.
    holdout : float
        Share of the rows that the cut-off is taken from, with a confidence.
    positive : label, optional
        Class that bounds without a class are about.
    random_state : int, RandomState or None
        Seed of folds and candidates.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = SteeredClassifier([LogisticRegression(max_iter=5000)], "fpr <= 5%", random_state=0)
    >>> model.fit(X, y).report_.met
    True
    """

    classes_: NDArray[np.generic]
    n_features_in_: int
    model_: ThresholdedClassifier
    report_: SteeredReport

    def __init__(
        self,
        candidates: Candidates | None = None,
        want: str | ArrayLike | Want | None = None,
        confidence: float | None = None,
        *,
        cv: int = 5,
        blend: int = 3,
        risk: float = 0.05,
        holdout: float = 0.4,
        positive: object = None,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.candidates = candidates
        self.want = want
        self.confidence = confidence
        self.cv = cv
        self.blend = blend
        self.risk = risk
        self.holdout = holdout
        self.positive = positive
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Try the candidates on the rows of X with classes y, choose, fit and steer.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.
        y : array-like of shape (n_rows,)
            Class of each row.

        Returns
        -------
        self
            The fitted model.
        """
        rows, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        counts = np.bincount(codes)
        if len(counts) < 2 or counts.min() < 2:
            raise SteersmanError(
                f"too few rows: {len(counts)} class(es), the smallest with {counts.min()} row(s)",
                todo="pass at least two classes with two rows each",
                code="too-few-rows",
                classes=len(counts),
                rows=int(counts.min()),
            )
        seed = int(check_random_state(self.random_state).randint(2**31 - 1))
        self._refuse_bad_settings()
        with one_blas_thread():
            if self.confidence is None or not self._parsed_want().has_rates:
                self._fit_cautiously(rows, codes, seed)
            else:
                self._fit_with_promise(rows, codes, seed)
        return self

    def predict(self, X: ArrayLike) -> NDArray[np.generic]:
        """(rows,): the class of each row.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_rows,)
            Predicted class of each row.
        """
        rows = self._checked_rows(X)
        return self.model_.predict(rows)

    def decision_function(self, X: ArrayLike) -> Floats:
        """(rows,) above 0 for the second class, or (rows, classes), highest for the one chosen.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_rows,) or (n_rows, n_classes)
            Scores; of two classes, above 0 for the second.
        """
        rows = self._checked_rows(X)
        return self.model_.decision_function(rows)

    def predict_proba(self, X: ArrayLike) -> Floats:
        """(rows, classes): probabilities adjusted to agree with `predict`.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_rows, n_classes)
            Probability of each class, in the order of `classes_`.
        """
        rows = self._checked_rows(X)
        shares: Floats = self.model_.predict_proba(rows)
        return shares

    def _checked_rows(self, X: ArrayLike) -> Floats:
        check_is_fitted(self)
        rows: Floats = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        return rows

    def _refuse_bad_settings(self) -> None:
        for name, low, high in (("risk", 0.0, 1.0), ("holdout", 0.0, 1.0)):
            if not low < getattr(self, name) < high:
                raise SteersmanError(
                    f"{name} is {getattr(self, name)}",
                    todo="use a value between 0 and 1",
                    code="bad-setting",
                    name=name,
                    value=getattr(self, name),
                )
        for name, least in (("cv", 2), ("blend", 1)):
            if getattr(self, name) < least:
                raise SteersmanError(
                    f"{name} is {getattr(self, name)}",
                    todo=f"use at least {least}",
                    code="bad-setting",
                    name=name,
                    value=getattr(self, name),
                )

    def _parsed_want(self) -> Want:
        return Want(NO_WANT if self.want is None else self.want)

    def _trial(self, rows: Rows, codes: Ints, seed: int, want: Want) -> FamilyTrial:
        if self.candidates is None:
            families = default_candidates(rows, seed)
        else:
            families = named_candidates(self.candidates)
        return FamilyTrial.of(
            families,
            rows,
            codes,
            self.classes_,
            want=want,
            positive=self.positive,
            risk=self.risk,
            cv=self.cv,
            seed=seed,
        )

    def _fit_cautiously(self, rows: Rows, codes: Ints, seed: int) -> None:
        """Steer on scores of all rows by models that did not see them, then fit on all."""
        trial = self._trial(rows, codes, seed, self._parsed_want())
        ranked = trial.family_scores()
        names, expected = trial.choose_families(ranked, self.blend)
        blend = fitted_blend(trial, names, rows, self.classes_[codes])
        scores = blend.blended_scores([trial.unseen[name] for name in names])
        setting = best_setting(scores, codes, trial.goal(codes), Task(MAX_SECONDS))
        self.model_ = ThresholdedClassifier.around(blend, setting)
        bound = trial.bound_want(codes)
        met = bound.is_met(expected.matrix)
        reason = (
            f"{'; '.join(reached_text(each, bound, expected.matrix) for each in bound.bounds)}, "
            "on rows kept apart"
            if met
            else violation_text(bound.violations(expected.matrix)[0], bound, expected.matrix)
        )
        if met and self.confidence is not None:
            sums = np.bincount(codes).astype(np.float64)
            counted = promise_for(bound, sums, self.confidence).counted_bounds
            reason += f"; {unpromised_reason([each.instead for each in counted])}"
        code: SteeringCode = "met" if met else "closest"
        self.report_ = SteeredReport(
            str(bound), names, tuple(ranked), expected.matrix, met, code, reason
        )

    def _fit_with_promise(self, rows: Rows, codes: Ints, seed: int) -> None:
        """Choose and fit on one part of the rows, steer on the rest."""
        # A promise needs scores that learned nothing from the rows on which the cut-off is chosen.
        apart = held_out_rows(codes, self.holdout, seed, at_least=1)
        kept, held = np.flatnonzero(~apart), np.flatnonzero(apart)
        labels = self.classes_[codes]
        want = self._parsed_want()
        here = want.scaled_by(len(held) / len(codes))
        trial = self._trial(rows[kept], codes[kept], seed, want.scaled_by(len(kept) / len(codes)))
        ranked = trial.family_scores()
        names, _ = trial.choose_families(ranked, self.blend)
        blend = fitted_blend(trial, names, rows[kept], labels[kept])
        steering = steer(
            blend,
            rows[held],  # type: ignore[arg-type]
            labels[held],
            here,
            self.confidence,
            positive=self.positive,
        )
        model = steering.model
        unmoved = ThresholdedClassifier.around(blend, blend.start())
        self.model_ = model if isinstance(model, ThresholdedClassifier) else unmoved
        promises = steering.guarantees
        meant = (
            f"; counts are those of {len(held)} of the {len(codes)} rows" if here != want else ""
        )
        self.report_ = SteeredReport(
            str(want),
            names,
            tuple(ranked),
            steering.after,
            steering.met,
            steering.code,
            steering.reason + meant,
            promises,
        )

    def __sklearn_tags__(self) -> object:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self.candidates is None
        return tags


def fitted_blend(
    trial: FamilyTrial, names: tuple[str, ...], rows: Rows, labels: NDArray[np.generic]
) -> ScoreBlend:
    """The chosen families fitted on these rows, averaged on the scales of their unseen scores."""
    fitted = [clone(trial.families[name]).fit(rows, labels) for name in names]
    return ScoreBlend.of(fitted, [trial.unseen[name] for name in names], labels)
