"""A fitted model that was given from outside, shown and steered in the matrix room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix, issparse
from sklearn.pipeline import Pipeline

from steersman.compare.recipes import Recipe
from steersman.data import Dataset
from steersman.data.dataset import Provenance
from steersman.errors import SteersmanError
from steersman.learn.steering import ClassesByName, ThresholdedClassifier, pipeline_of
from steersman.session.matrix.actions import OpenMatrix, ShowModel
from steersman.session.matrix.models import MatrixModels
from steersman.session.matrix.problem import MatrixProblem

GIVEN_NAME = "given"
MADE_ELSEWHERE = "it was fitted elsewhere"


@dataclass(frozen=True, eq=False)
class GivenModel:
    """A fitted classifier with rows it has not seen, as a data set and a model for a session.

    The first steps of a pipeline make the features of the data set; its last step is what is
    steered. `original_model` puts a steered one back behind them, with the labels that were given.
    """

    dataset: Dataset
    named: ClassesByName
    steps: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, model: Any, X: Any, y: ArrayLike, name: str = GIVEN_NAME) -> Self:
        """The model and its rows."""
        if not hasattr(model, "classes_") or not hasattr(model, "predict"):
            raise SteersmanError(
                f"{type(model).__name__} is not a fitted classifier",
                todo="fit it first",
                code="not-fitted",
            )
        steps = tuple(model.steps) if isinstance(model, Pipeline) else (("", model),)
        rows = model[:-1].transform(X) if len(steps) > 1 else X
        names = class_names_of(model.classes_)
        dataset = dataset_of(rows, np.asarray(y), model.classes_, names, name)
        return cls(dataset, ClassesByName(steps[-1][1], names), steps)

    @property
    def title(self) -> str:
        """The name of the classifier's type."""
        return type(self.named.estimator).__name__

    def is_base_of(self, model: object) -> bool:
        """Whether a model is the one given, perhaps at another cut-off."""
        return getattr(model, "estimator_", model) is self.named

    def original_model(self, model: Any) -> Any:
        """A model of the session in the place of the one given: same rows, same labels."""
        inner = self.named.estimator
        if isinstance(model, ThresholdedClassifier):
            inner = model.around_other(inner)
        if len(self.steps) == 1:
            return inner
        return pipeline_of([*self.steps[:-1], (self.steps[-1][0], inner)])

    def show_in(self, session: Any) -> None:
        """Open the matrix room of a session with this model."""
        session.perform(OpenMatrix())
        room = session.rooms.room_of(OpenMatrix())
        with session.lock:
            state = session.state
            number = add_to(
                room.models, room.models.problem(session.corpus_of(state), state), self, state
            )
            session.ledger.commit()
        session.perform(ShowModel(number))


def add_to(models: MatrixModels, problem: MatrixProblem, given: GivenModel, state: Any) -> int:
    """The number of the model given among those of the question that a state asks."""
    recipe = Recipe(given.title, given.title, lost=MADE_ELSEWHERE)
    return models.registry(state).add(given.named, "as given", problem, recipe=recipe).number


def class_names_of(classes: ArrayLike) -> list[str]:
    """Names of classes that sort as the classes do: numbers are counted where words would not.

    >>> class_names_of([False, True]), class_names_of([2, 10])
    (['False', 'True'], ['1. 2', '2. 10'])
    """
    names = [str(name) for name in np.asarray(classes).tolist()]
    if names == sorted(set(names)):
        return names
    width = len(str(len(names)))
    return [f"{place:0{width}d}. {name}" for place, name in enumerate(names, 1)]


def dataset_of(
    rows: Any, y: NDArray[np.generic], classes: NDArray[np.generic], names: list[str], name: str
) -> Dataset:
    """Rows of numbers with labels as a data set."""
    known = np.isin(y, classes)
    if not known.all():
        raise SteersmanError(
            "y has labels that the model does not know",
            todo=f"its classes are {', '.join(names)}",
            code="unknown-labels",
        )
    columns = [str(each) for each in getattr(rows, "columns", ())]
    values: Any = rows
    if issparse(rows):
        values = csr_matrix(values)
    else:
        try:
            values = np.asarray(rows, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise SteersmanError(
                "the rows are not numbers",
                todo="give a pipeline whose first steps make numbers of them",
                code="rows-not-numbers",
            ) from error
    width = values.shape[1]
    return Dataset(
        name=name,
        X=values,
        y=np.asarray(names)[np.searchsorted(classes, y)],
        classes=tuple(names),
        feature_names=tuple(columns or (f"column {place}" for place in range(width))),
        ids=tuple(str(place) for place in range(len(y))),
        provenance=Provenance(source="given in Python", reader="none"),
        positive=names[1] if len(names) == 2 else None,
    )
