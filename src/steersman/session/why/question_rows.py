"""The training and tuning rows of a question, ready for whatever model is explained."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from steersman._cached import cached_property
from steersman.errors import SteersmanError
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.row_fields import RowFields
from steersman.session.matrix.model_jobs import numbers_in
from steersman.session.matrix.problem import MatrixProblem
from steersman.session.why.neighbors import RowNeighbors
from steersman.session.why.shapes import PartName

Rows = Any  # a sparse or dense matrix: scikit-learn's own idea of rows has no type


class QuestionRows:
    """The rows of a question, which all its models share."""

    def __init__(self, corpus: Corpus, problem: MatrixProblem) -> None:
        self.corpus, self.problem = corpus, problem

    @cached_property
    def fields(self) -> RowFields:
        return RowFields(self.corpus)

    @cached_property
    def numbers(self) -> list[NDArray[np.int64]]:
        """The numbers of the training rows and of the tuning rows."""
        return [part.rows for part in (self.problem.training, self.problem.holdout)]

    @cached_property
    def order(self) -> NDArray[np.intp]:
        """The places of the rows by their numbers, the training rows before the tuning rows."""
        return np.argsort(np.concatenate(self.numbers), kind="stable")

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """The numbers of the training and tuning rows."""
        found: NDArray[np.int64] = np.concatenate(self.numbers)[self.order]
        return found

    @cached_property
    def labels(self) -> NDArray[np.str_]:
        """The label of each of these rows, as the question names it."""
        parts = (self.problem.training, self.problem.holdout)
        found: NDArray[np.str_] = np.concatenate([part.y for part in parts])[self.order]
        return found

    @cached_property
    def neighbors(self) -> RowNeighbors:
        """The rows, ready to be compared."""
        X: Rows = self.corpus.dataset.X
        return RowNeighbors(X[self.rows], text=self.corpus.dataset.text is not None)

    @property
    def size(self) -> int:
        """How many numbers the rows hold."""
        return numbers_in(self.problem.training) + numbers_in(self.problem.holdout)

    def holds(self, row: int) -> bool:
        """Whether a row is one of the training and tuning rows."""
        place = int(np.searchsorted(self.rows, row))
        return place < len(self.rows) and int(self.rows[place]) == row

    def place(self, row: int) -> int:
        """The place of a row; those of the final test are not looked at."""
        if not self.holds(row):
            raise SteersmanError(
                f"row {row} is not a training or tuning row",
                todo="choose another row; final test rows stay unseen",
                code="row-sealed",
                row=row,
            )
        return int(np.searchsorted(self.rows, row))

    def part(self, row: int) -> PartName:
        """The part that a row belongs to."""
        is_training = self.order[self.place(row)] < len(self.numbers[0])
        return "training" if is_training else "tuning"

    def label(self, row: int) -> str:
        """The label of a row."""
        return str(self.labels[self.place(row)])
