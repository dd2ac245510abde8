"""Any classifier with scores, which leaves the rows that it is not sure of to a person."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import check_is_fitted

from steersman.errors import SteersmanError
from steersman.learn.steering.score_calibration import CalibrationMethod
from steersman.learn.steering.thresholded import ThresholdedClassifier, class_scores
from steersman.learn.wants import class_list
from steersman.maths.confusion import decided_classes

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

REFERRAL = "refer"


class ReferralSetting(NamedTuple):
    """Two cut-offs of a score, or an offset for each class and the margin of a sure decision."""

    threshold: tuple[float, ...]
    margin: float | None = None

    def codes(self, scores: Floats) -> Ints:
        """(rows,): the place of each row's class; the number of classes where it is referred."""
        if scores.ndim == 1:
            low, high = self.threshold
            return np.where(scores > high, 1, np.where(scores > low, 2, 0)).astype(np.int64)
        offsets = np.array(self.threshold)
        codes = decided_classes(scores, offsets)
        if self.margin is None:
            return codes
        return np.where(top_leads(scores + offsets) > self.margin, codes, scores.shape[1])

    def matrix(self, scores: Floats, codes: Ints) -> Ints:
        """(true, predicted or referred): the decisions about rows of these classes."""
        size = 2 if scores.ndim == 1 else scores.shape[1]
        cells = np.bincount(codes * (size + 1) + self.codes(scores), minlength=size * (size + 1))
        return cells.reshape(size, size + 1).astype(np.int64)

    @property
    def knobs(self) -> dict[str, object]:
        """The setting, as the knobs of a model that was visited."""
        if self.margin is None:
            return dict(zip(("low", "high"), self.threshold))
        return {"offsets": self.threshold, "margin": self.margin}


class ReferringClassifier(ThresholdedClassifier):
    """A classifier with a third answer: a row that it is not sure of goes to a person.

    For two classes `threshold` is a pair: a row whose score is above the first and not above the
    second is referred. For more, `threshold` has an offset for each class, added to the scores, and
    a row is referred unless the highest leads the next by more than `margin`. Probabilities are the
    estimator's own.

    Parameters
    ----------
    estimator : classifier
        Classifier with a score for each class.
    threshold : pair of floats, or array-like of shape (classes,)
        The two cut-offs, or the offset of each class.
    margin : float, optional
        Lead below which a row of more than two classes is referred; None refers none.
    referral : label
        What `predict` answers for a referred row.
    calibration : str, optional
        "sigmoid" or "isotonic" for calibrated probabilities.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array(["ham", "ham", "spam", "spam"])
    >>> model = ReferringClassifier(LogisticRegression(), threshold=(-1.0, 1.0)).fit(X, y)
    >>> model.predict(X)
    array(['ham', 'refer', 'refer', 'spam'], dtype='<U5')
    >>> model.predict_referral(X)
    array([False,  True,  True, False])
    """

    def __init__(
        self,
        estimator: object,
        threshold: float | ArrayLike | None = None,
        margin: float | None = None,
        referral: object = REFERRAL,
        calibration: CalibrationMethod | None = None,
    ) -> None:
        super().__init__(estimator, threshold, calibration)
        self.margin = margin
        self.referral = referral

    @classmethod
    def beside(
        cls, fitted: object, setting: ReferralSetting, referral: object = REFERRAL
    ) -> ReferringClassifier:
        """A fitted classifier that refers some rows; nothing is learned again."""
        inner = fitted.estimator_ if isinstance(fitted, ThresholdedClassifier) else fitted
        model = cls(inner, setting.threshold, setting.margin, referral)
        model.estimator_ = inner
        model.classes_ = np.asarray(inner.classes_)  # type: ignore[union-attr]
        refuse_class_name(referral, model.classes_)
        if isinstance(fitted, ThresholdedClassifier):
            model.calibration, model.calibration_ = fitted.calibration, fitted.calibration_
        return model

    @property
    def referral_setting(self) -> ReferralSetting:
        """The cut-offs, or the offsets and the margin."""
        if len(self.classes_) > 2:
            return ReferralSetting(tuple(np.asarray(self.setting()).tolist()), self.margin)
        pair = (self.setting(),) * 2 if self.threshold is None else self.cutoffs()
        return ReferralSetting(tuple(map(float, pair)))

    def setting_around(self, middle: float, label: object = None) -> ReferralSetting:
        """The same band around another cut-off; of several classes, with another offset."""
        if len(self.classes_) > 2:
            offsets = np.array(self.setting(), dtype=np.float64)
            offsets[self.classes_.tolist().index(label)] = middle
            return ReferralSetting(tuple(offsets.tolist()), self.margin)
        low, high = self.referral_setting.threshold
        half = (high - low) / 2.0
        return ReferralSetting((middle - half, middle + half))

    def around_other(self, fitted: object) -> ReferringClassifier:
        """Another fitted classifier that refers rows in the same way."""
        return ReferringClassifier.beside(fitted, self.referral_setting, self.referral)

    def setting(self) -> float | Floats:
        """The cut-off between both (or the offsets) if every row had to be decided."""
        if self.threshold is None or len(self.classes_) > 2:
            return super().setting()
        low, high = self.cutoffs()
        return low + (high - low) / 2.0

    def cutoffs(self) -> tuple[float, float]:
        """The two cut-offs of a classifier of two classes."""
        low, high = np.broadcast_to(np.asarray(self.threshold, dtype=np.float64), 2).tolist()
        return low, high

    def decided_codes(self, X: ArrayLike) -> Ints:
        """(rows,): the place of each row's class; the number of classes where it is referred."""
        check_is_fitted(self)
        return self.referral_setting.codes(class_scores(self, X).values)

    def predict(self, X: ArrayLike) -> NDArray[np.generic]:
        """(rows,): the class of each row, or the referral label."""
        codes = self.decided_codes(X)
        refuse_class_name(self.referral, self.classes_)
        return answers(self.classes_, self.referral)[codes]

    def predict_referral(self, X: ArrayLike) -> NDArray[np.bool_]:
        """(rows,): whether a person should decide the row."""
        return np.asarray(self.decided_codes(X) == len(self.classes_))

    def score(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """The accuracy of the decided rows; 0 where none is decided."""
        codes = self.decided_codes(X)
        decided = codes < len(self.classes_)
        right = self.classes_[codes[decided]] == np.asarray(y)[decided]
        weights = None if sample_weight is None else np.asarray(sample_weight)[decided]
        return float(np.average(right, weights=weights)) if decided.any() else 0.0


def top_leads(scores: Floats) -> Floats:
    """(rows,): by how much the highest score of each row leads the next."""
    top = np.partition(scores, -2, axis=1)[:, -2:]
    leads: Floats = top[:, 1] - top[:, 0]
    return leads


def answers(classes: NDArray[np.generic], referral: object) -> NDArray[np.generic]:
    """(classes + 1,): what `predict` can answer: words as words, anything else as objects."""
    if classes.dtype.kind in "US" and isinstance(referral, str):
        return np.append(classes.astype(np.str_), referral)
    found = np.empty(len(classes) + 1, dtype=object)
    found[:] = [*classes.tolist(), referral]
    return found


def refuse_class_name(referral: object, classes: NDArray[np.generic]) -> None:
    """Raise an error for a referral label that is the name of a class."""
    if str(referral) in map(str, classes.tolist()):
        raise SteersmanError(
            f"the referral label {referral!r} is a class: {class_list(classes.tolist())}",
            todo="give another one, such as referral='ask'",
            code="referral-is-class",
            referral=referral,
        )


def free_label(classes: Iterable[object]) -> str:
    """A referral label that is no class."""
    names = set(map(str, classes))
    return next(each for each in (REFERRAL, "ask a person", "nobody knows") if each not in names)


def answer_places(answers: ArrayLike, classes: NDArray[np.generic]) -> Ints:
    """(rows,): the place of each answer among the classes; behind the last for a referral.

    >>> answer_places(["spam", "refer", "ham"], np.array(["ham", "spam"]))
    array([1, 2, 0])
    """
    given, size = np.asarray(answers), len(classes)
    if given.dtype.kind == "O" or given.dtype.kind != classes.dtype.kind:
        place = {label: at for at, label in enumerate(classes.tolist())}
        return np.array([place.get(each, size) for each in given.tolist()], dtype=np.int64)
    places = np.minimum(np.searchsorted(classes, given), size - 1)
    return np.where(classes[places] == given, places, size).astype(np.int64)


def referring_step(model: object) -> ReferringClassifier | None:
    """The classifier that refers rows, also as the last step of a pipeline; None where none is."""
    last = model
    while isinstance(last, Pipeline):
        last = last.steps[-1][1]
    return last if isinstance(last, ReferringClassifier) else None


def deciding_all(model: Any) -> Any:
    """The model as it would decide every row, also inside a pipeline."""
    last = referring_step(model)
    if last is None:
        return model
    if isinstance(model, Pipeline):
        name, inner = model.steps[-1]
        return Pipeline([*model.steps[:-1], (name, deciding_all(inner))])
    return ThresholdedClassifier.around(last, last.setting())
