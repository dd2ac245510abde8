"""Fitted models by number, with their confusion matrices, kept so that one can return to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from steersman.compare.recipes import Recipe
from steersman.learn.steering import (
    Attainable,
    ReferringClassifier,
    Scores,
    ThresholdedClassifier,
    answer_places,
    group_step,
    last_step,
    referring_step,
    scorer_of,
    scores_of,
)
from steersman.learn.wants import Want
from steersman.maths.confusion import decided_classes
from steersman.session.ledger import Ledger, Registry, Series
from steersman.session.matrix.problem import MatrixProblem, Part
from steersman.session.matrix.row_answers import RowAnswers, RowScores, decisions, scorer_scores
from steersman.session.matrix.shapes import ModelFiguresValues

Ints = NDArray[np.int64]
Texts = NDArray[np.str_]
Places = slice | NDArray[np.intp] | list[int]
# For models whose making is not known.
AS_IT_IS = Recipe("", "")


@dataclass(frozen=True)
class ModelOrigin:
    """How a model came from another on the shelf; without a parent it was fitted.

    Steered to a `want` (with a `prior`, for that share of the class to catch in use): the model
    taken, or the one at `place` of the trajectory, with nodes of its
    program weak under a `threshold` of its own, or turned at another `granularity` than it was
    grown for. Or one `node` was turned by hand to meet the want. Or its `cutoff`, that of the class
    in `focus`, was moved by hand. Or its probabilities got a `calibration`. Its guarantee
    shares the risk with `among` models, itself included. Each group of `cutoff_column` could have
    a cut-off of its own.
    """

    parent: int | None = None
    want: Want | None = None
    confidence: float | None = None
    costs: tuple[tuple[float, ...], ...] = ()
    place: int | None = None
    node: int | None = None
    threshold: float | None = None
    granularity: str | None = None
    cutoff: float | None = None
    focus: str = ""
    calibration: str | None = None
    prior: float | None = None
    among: int = 1
    cutoff_column: str = ""


@dataclass(frozen=True, eq=False)
class RegisteredModel:
    """One model: where it came from and its holdout matrix (rows true, columns predicted).

    `referred` are the rows of each class that go to a person, none where it decides every row.
    `tuned` are the nodes that a person turned by hand on the way to it; `recipe` says how to make
    it again from other rows, `origin` how it was made from these.
    """

    number: int
    model: object
    label: str
    holdout: Ints
    gap: float = 0.0
    objective: float = 0.0
    knobs: Mapping[str, object] = field(default_factory=dict)
    tuned: tuple[int, ...] = ()
    recipe: Recipe = AS_IT_IS
    origin: ModelOrigin = ModelOrigin()
    referred: tuple[int, ...] = ()

    @property
    def counts(self) -> Ints:
        """The holdout matrix, with a column of referred rows where the model refers any."""
        return np.column_stack([self.holdout, self.referred]) if self.referred else self.holdout

    def counts_for(self, want: Want) -> Ints:
        """The holdout matrix as a want sees it: with referred rows if it speaks of them."""
        if not want.refers:
            return self.holdout
        referred = self.referred or (0,) * len(self.holdout)
        return np.column_stack([self.holdout, referred])


def stacked_counts(models: Sequence[RegisteredModel], want: Want) -> Ints:
    """(models, true, predicted): the holdout matrices of models as a want sees them."""
    # Asked once: of hundreds of models the answer would take longer than the matrices.
    if want.refers:
        return np.stack([each.counts_for(want) for each in models])
    return np.array([each.holdout for each in models])


class ModelRegistry:
    """Models in the order in which they were made; scores of a shared base are computed once."""

    def __init__(self, ledger: Ledger) -> None:
        self.models: Series[RegisteredModel] = ledger.series()
        # By what scores and the rows, both by identity: comparing models by value would cost more
        # than scoring. The two are kept with the scores, so that no other gets their identity.
        self.scores: Registry[tuple[int, int], tuple[object, object, Scores]] = ledger.registry()
        self.decided: Registry[tuple[int, int], tuple[object, object, Texts]] = ledger.registry()
        self.training_matrices: Registry[int, Ints] = ledger.registry()
        # By column and part: the groups of rows that a model with a cut-off for each has to know.
        self.groups: Registry[tuple[str, int], NDArray[np.generic]] = ledger.registry()
        self.view_cache: Series[ModelFiguresValues] = (
            ledger.series()
        )  # of each model, as a view shows it

    def copy_in(self, ledger: Ledger) -> ModelRegistry:
        """A copy that shares its models, without what is known by identity."""
        found = ModelRegistry(ledger)
        for each in self.models:
            found.models.append(each)
        found.training_matrices.update(self.training_matrices)
        return found

    def add(
        self,
        model: object,
        label: str,
        problem: MatrixProblem,
        holdout: Ints | None = None,
        **told: object,
    ) -> RegisteredModel:
        """Put a model on the shelf; its holdout matrix is computed if it is not known."""
        if holdout is None:
            holdout = self.matrix(model, problem.holdout, problem.classes)
        shelved = RegisteredModel(
            len(self.models),
            model,
            label,
            holdout[:, : len(problem.classes)],
            referred=tuple(holdout[:, len(problem.classes) :].ravel().tolist())
            if referring_step(model)
            else (),
            **told,  # type: ignore[arg-type]
        )
        self.models.append(shelved)
        return shelved

    def training(self, shelved: RegisteredModel, problem: MatrixProblem) -> Ints:
        """The matrix of the rows that a model learned from; computed when it is first asked for."""
        if shelved.number not in self.training_matrices:
            matrix = self.matrix(shelved.model, problem.training, problem.classes)
            self.training_matrices[shelved.number] = matrix[:, : len(problem.classes)]
        return self.training_matrices[shelved.number]

    def knows(self, model: object, part: Part) -> bool:
        """Whether a matrix of a model on some rows is there without scoring them."""
        scored = (id(scorer_of(model)), id(part.X)) in self.scores
        decided = (id(model), id(part.X)) in self.decided
        return decided or (scored and isinstance(last_step(model), ThresholdedClassifier))

    def matrix(self, model: object, part: Part, classes: tuple[str, ...]) -> Ints:
        """The confusion matrix of a model on some rows; with a last column of those that it refers
        to a person, where it does."""
        if part.whole is not None:
            return part.whole.matrix(model)
        size = len(classes)
        columns = size + (referring_step(model) is not None)
        decided = answer_places(self.predicted_classes(model, part, classes), np.asarray(classes))
        cells = np.searchsorted(classes, part.y) * columns + decided
        counted: Ints = np.bincount(cells, minlength=size * columns).reshape(size, columns)
        return counted

    def model_for(self, model: object, part: Part, places: Places = slice(None)) -> object:
        """The model for these rows of a part, in this order: where it has a cut-off for each
        group, with those of their groups."""
        last = group_step(model)
        if last is None:
            return model
        return last.for_rows(self.groups[last.column, id(part.X)][places])

    def predicted_classes(
        self, model: object, part: Part, classes: tuple[str, ...]
    ) -> NDArray[np.str_]:
        """(rows,) the class of each row, or the referral label. A moved threshold does not score
        the rows again."""
        names = np.asarray(classes)
        model = self.model_for(model, part)
        last = last_step(model)
        if not isinstance(last, ThresholdedClassifier):
            key = id(model), id(part.X)
            if key not in self.decided:
                self.decided[key] = model, part.X, decisions(model, part.X)
            return self.decided[key][2]
        values, setting = self.part_scores(model, part)
        if isinstance(last, ReferringClassifier):
            return np.append(names, str(last.referral))[last.referral_setting.codes(values)]
        if values.ndim == 1:
            return names[(values > setting).astype(np.intp)]
        return names[decided_classes(values, np.asarray(setting))]

    def part_scores(self, model: object, part: Part) -> Scores:
        """The scores of the rows of a part, and the setting at which the model decides."""
        last, scorer = last_step(model), scorer_of(model)
        key = id(scorer), id(part.X)
        if key not in self.scores:
            self.scores[key] = scorer, part.X, scorer_scores(model, part)
        found = self.scores[key][2]
        return Scores(found.values, last.setting()) if last is not scorer else found

    def attainable(self, model: object, part: Part) -> Attainable:
        """The matrices that the thresholds of a model can give on some rows."""
        if part.whole is not None:
            return part.whole.attainable(model)
        codes = np.searchsorted(model.classes_, part.y)  # type: ignore[attr-defined]
        return Attainable(*self.part_scores(model, part), codes)

    def know_scores(self, model: object, part: Part, found: RowScores) -> None:
        """Note the scores of rows by what is behind a model's cut-off; a worker found them out."""
        scorer = scorer_of(model)
        self.scores[id(scorer), id(part.X)] = scorer, part.X, scores_of(scorer, found["values"])
        if found["decided"] is not None:
            self.decided[id(model), id(part.X)] = model, part.X, found["decided"]

    def know(self, model: object, part: Part, answers: RowAnswers) -> None:
        """Note what a fitted model says of rows; a worker found it out."""
        scores = Scores(answers["values"], answers["start"])
        scorer = scorer_of(model)
        self.scores[id(scorer), id(part.X)] = scorer, part.X, scores
        self.decided[id(model), id(part.X)] = model, part.X, answers["decided"]
