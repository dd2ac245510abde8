"""The score by which a model chooses a class, with the cut-off above which it does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import OneToOneFeatureMixin
from sklearn.pipeline import Pipeline

from steersman.errors import SteersmanError
from steersman.learn.automatic import SteeredClassifier
from steersman.learn.explain.additive import AdditiveScore, additive_score
from steersman.learn.explain.matrices import Rows
from steersman.learn.steering import ThresholdedClassifier, class_scores

Scale = Literal["score", "log-odds", "probability"]
Floats = NDArray[np.float64]

# Logarithms of probabilities of 0 would hide all other scores.
SUREST = 20.0
CHECKED_ROWS = 64
TOLERANCE = 1e-6
# Far beyond every score, and still a number that JSON can hold.
FURTHEST = 1e6


@dataclass(frozen=True, eq=False)
class ClassScore:
    """The score of one class: above `cutoff` the model decides for it.

    Of two classes it is the model's own score, turned so that it grows for `category`: the decision
    function (`scale` is score), log odds for naive Bayes, else a probability. Of more classes it
    is by how much the class leads its `rival`, or the average class where there is no rival.
    `additive` is the same score as a sum over the features of the `design`, None where it is none.
    """

    model: object
    steps: tuple[tuple[str, Any], ...]
    scorer: object
    classes: tuple[object, ...]
    column: int
    rival: int | None
    scale: Scale
    cutoff: float
    offsets: Floats | None
    additive: AdditiveScore | None = None

    @property
    def category(self) -> object:
        return self.classes[self.column]

    def design(self, X: Rows) -> Rows:
        """The rows as the last step of the model sees them."""
        return Pipeline(list(self.steps)).transform(X) if self.steps else X

    def contrast(self) -> Floats:
        """(classes,) the weight of each class's score; they sum to 0."""
        several = len(self.classes) > 2
        weights = np.zeros(len(self.classes))
        if several and self.rival is None:
            weights -= 1.0 / len(self.classes)
        else:
            weights[self.rival if several else 1 - self.column] = -1.0
        weights[self.column] += 1.0
        return weights

    def scores(self, X: Rows) -> Floats:
        """(rows,) the scores."""
        return self.design_scores(self.design(X))

    def design_scores(self, design: Rows) -> Floats:
        """(rows,) the scores of rows that have passed the first steps."""
        if self.scale == "log-odds":
            logs = self.scorer.predict_log_proba(design)  # type: ignore[attr-defined]
            return np.asarray(logs[:, self.column] - logs[:, 1 - self.column])
        return self.turned_scores(class_scores(self.scorer, design).values)

    def turned_scores(self, values: Floats) -> Floats:
        """(rows,) the scores, from those of the scorer itself; log odds are not made of them."""
        if len(self.classes) > 2:
            return np.asarray(self.shifted_values(values) @ self.contrast())
        if self.scale == "probability":
            return values if self.column == 1 else 1.0 - values
        return values if self.column == 1 else -values

    def class_values(self, design: Rows) -> Floats:
        """(rows, classes) the scores by which one of several classes is chosen, the highest."""
        return self.shifted_values(class_scores(self.scorer, design).values)

    def shifted_values(self, values: Floats) -> Floats:
        """(rows, classes) the same from the scores of the scorer itself."""
        values = values if self.offsets is None else values + self.offsets
        if self.additive is None:
            values = np.maximum(values, values.max(axis=1, keepdims=True) - SUREST)
        return np.asarray(values)

    def shows(self, scores: Floats) -> NDArray[np.bool_]:
        """(rows,) where the class is chosen, as far as the score tells."""
        # The model's own rule is "above" for its second class.
        above = scores > self.cutoff
        return above if len(self.classes) > 2 or self.column == 1 else scores >= self.cutoff


def class_score(
    model: object, category: object = None, rival: object = None, rows: Rows | None = None
) -> ClassScore:
    """The score of `category`, by default the second class, in a fitted model.

    With `rows` a sum over the features is looked for, and checked on them.
    """
    steps, last = split_steps(model)
    scorer, setting = last, None
    if isinstance(last, ThresholdedClassifier):
        scorer, setting = last.estimator_, last.setting()
        inner_steps, inner = split_steps(scorer)
        if not isinstance(inner, ThresholdedClassifier):
            steps, scorer = (*steps, *inner_steps), inner
    classes = tuple(np.asarray(scorer.classes_).tolist())  # type: ignore[attr-defined]
    column = class_number(classes, category, default=1)
    other = None if rival is None else class_number(classes, rival, default=0)
    if len(classes) > 2:
        offsets = None if setting is None else np.asarray(setting, dtype=np.float64)
        score = ClassScore(model, steps, scorer, classes, column, other, "score", 0.0, offsets)
    else:
        scale = two_class_scale(scorer)
        start = setting if setting is not None else (0.0 if scale == "score" else 0.5)
        cutoff = turned_cutoff(float(start), scale, column)
        score = ClassScore(model, steps, scorer, classes, column, None, scale, cutoff, None)
    return score if rows is None else with_sum(score, rows)


def split_steps(model: object) -> tuple[tuple[tuple[str, Any], ...], object]:
    """The first steps of a model and its last."""
    steps: tuple[tuple[str, Any], ...] = ()
    while True:
        if isinstance(model, Pipeline):
            steps, model = (*steps, *model.steps[:-1]), model.steps[-1][1]
        elif isinstance(model, SteeredClassifier):
            model = model.model_
        else:
            return tuple(each for each in steps if each[1] not in (None, "passthrough")), model


def class_number(classes: tuple[object, ...], name: object, default: int) -> int:
    """The place of a class among all."""
    if name is None:
        return default
    if name not in classes:
        raise SteersmanError(
            f"there is no class {name!r}",
            todo=f"the classes are {', '.join(map(str, classes))}",
            code="unknown-class",
            name=name,
        )
    return classes.index(name)


def two_class_scale(scorer: object) -> Scale:
    """The scale on which a model of two classes is explained."""
    if hasattr(scorer, "decision_function"):
        return "score"
    contrast = np.array([-1.0, 1.0])
    # The shares of naive Bayes multiply: only their logarithms add up.
    if hasattr(scorer, "predict_log_proba") and additive_score(scorer, contrast) is not None:
        return "log-odds"
    return "probability"


def turned_cutoff(cutoff: float, scale: Scale, column: int) -> float:
    """The cut-off of a class, from that of the second class in the model's own scores."""
    if scale == "probability":
        return cutoff if column == 1 else 1.0 - cutoff
    if scale == "log-odds":
        inside = min(max(cutoff, 0.0), 1.0)
        with np.errstate(divide="ignore"):
            cutoff = float(np.clip(np.log(inside) - np.log1p(-inside), -FURTHEST, FURTHEST))
    # Adding 0 makes a plain zero of -0.
    return cutoff if column == 1 else -cutoff + 0.0


def with_sum(score: ClassScore, rows: Rows) -> ClassScore:
    """The score with its sum over features, where it has one that gives the same on the rows."""
    if not all(isinstance(step, OneToOneFeatureMixin) for _, step in score.steps):
        return score
    additive = additive_score(score.scorer, score.contrast())
    if additive is None:
        return score
    if score.offsets is not None:
        moved = float(score.offsets @ score.contrast())
        additive = replace(additive, fixed=additive.fixed + moved)
    found = replace(score, additive=additive)
    design = score.design(rows[:CHECKED_ROWS])
    # Coefficients alone do not make a score: a model may do anything with them.
    expected = found.design_scores(design)
    same = np.allclose(additive.scores(design), expected, rtol=TOLERANCE, atol=TOLERANCE)
    return found if same else score
