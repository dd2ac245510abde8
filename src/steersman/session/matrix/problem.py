"""The rows of the matrix room: training and holdout rows of one question, sealed ones of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.pipeline import Pipeline

from steersman._cached import cached_property
from steersman.data.splits import SEALED_SHARE, held_out_rows, sealed_rows
from steersman.errors import SteersmanError
from steersman.learn.steering import Attainable
from steersman.scale.class_counts import PartShares
from steersman.scale.part_rows import PartRows
from steersman.scale.row_hashes import TEST, TRAIN, TUNE
from steersman.scale.sampled_dataset import SampledDataset
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.results import digest
from steersman.session.state import State

MOST_CLASSES = 60
# Of the rows that are not kept for the final test.
HOLDOUT_SHARE = 1 / 3

Rows = Any  # a sparse or dense matrix: scikit-learn's own idea of rows has no type


@dataclass(frozen=True)
class Part:
    """Some rows with their classes; `rows` are their numbers in the corpus.

    Where they are a sample, `whole` counts all rows of the part. `source` names what the rows of
    the corpus hold.
    """

    X: Rows
    y: NDArray[np.str_]
    rows: NDArray[np.int64]
    whole: PartRows | None = None
    source: str = ""

    @cached_property
    def content_key(self) -> str:
        """What names the rows among the inputs of a result: every edit names them several times."""
        # Of rows of a corpus that was read already, their numbers say what they hold.
        return digest((self.source or self.X, self.y, self.rows, self.whole))

    @property
    def size(self) -> int:
        """The number of rows, also of those that are not in memory."""
        return len(self.y) if self.whole is None else self.whole.rows

    def class_sizes(self, classes: tuple[str, ...]) -> NDArray[np.int64]:
        """(classes,) the number of rows of each class."""
        if self.whole is not None:
            return self.whole.class_sizes
        return np.bincount(np.searchsorted(classes, self.y), minlength=len(classes))

    def attainable(self, model: object) -> Attainable:
        """The matrices that the thresholds of a model can give."""
        if self.whole is not None:
            return self.whole.attainable(model)
        return Attainable.of(model, self.X, self.y)


@dataclass(frozen=True)
class MatrixProblem:
    """One question asked of one data set."""

    classes: tuple[str, ...]  # sorted, as the matrices have them
    positive: str | None  # of two classes, the one that is looked for
    training: Part
    holdout: Part
    test: Part
    feature_names: tuple[str, ...]
    feature_labels: tuple[str, ...]  # the same in whole words
    sparse: bool

    def holdout_design(self, model: object) -> Rows:
        """The held out rows as the last step of a model sees them."""
        X = self.holdout.X
        return model[:-1].transform(X) if isinstance(model, Pipeline) else X


def matrix_problem(corpus: Corpus, state: State) -> MatrixProblem:
    """The question that a state asks: one category against the rest, or all classes at once.

    The same rows are sealed whatever is asked; the others are divided anew for each question.
    """
    labels, positive = class_names(corpus, state)
    as_loaded = corpus.as_loaded
    loaded = labels if as_loaded is corpus else class_names(as_loaded, state)[0]
    classes = tuple(sorted(set(loaded.tolist())))
    if isinstance(corpus.dataset, SampledDataset):
        training, holdout, test = sampled_parts(corpus, corpus.dataset, labels, state)
    else:
        # Short numbers are drawn from at once; words would be sorted first.
        numbers = np.searchsorted(classes, loaded).astype(np.min_scalar_type(len(classes)))
        training, holdout, test = drawn_parts(corpus, labels, numbers, state)
    for name, part in (("training", training), ("tuning", holdout)):
        missing = sorted(set(classes) - set(part.y.tolist()))
        if missing:
            raise SteersmanError(
                f"there are no {name} rows of {', '.join(missing)}",
                todo="choose a larger category, or draw the folds again",
                code="class-without-rows",
                classes=missing,
            )
    names = tuple(str(name) for name in corpus.dataset.feature_names)
    return MatrixProblem(
        classes,
        positive,
        training,
        holdout,
        test,
        names,
        corpus.column_names,
        corpus.dataset.is_sparse,
    )


def drawn_parts(
    corpus: Corpus, labels: NDArray[np.str_], numbers: NDArray[np.unsignedinteger], state: State
) -> tuple[Part, Part, Part]:
    """Training, tuning and final test rows, drawn at random by the `numbers` of the classes."""
    X: Rows = corpus.dataset.X
    if corpus.test is None:
        # Drawn by the labels of the data, not of the question, so that no other question can look
        # at these rows.
        apart = sealed_rows(corpus.as_loaded.dataset.class_numbers, seed=state.seed)
        kept, sealed = np.flatnonzero(~apart), np.flatnonzero(apart)
        test = Part(X[sealed], labels[sealed], sealed, source=corpus.rows_key)
    else:
        kept = np.arange(corpus.rows)
        test_labels, _ = class_names(corpus.test, state)
        test = Part(corpus.test.dataset.X, test_labels, np.arange(corpus.test.rows))
    # Stratified by the classes of this question: a rare category needs rows in both parts.
    held = held_out_rows(numbers[kept], HOLDOUT_SHARE, seed=state.seed)
    training, holdout = kept[~held], kept[held]
    return (
        Part(X[training], labels[training], training, source=corpus.rows_key),
        Part(X[holdout], labels[holdout], holdout, source=corpus.rows_key),
        test,
    )


def sampled_parts(
    corpus: Corpus, dataset: SampledDataset, labels: NDArray[np.str_], state: State
) -> tuple[Part, Part, Part]:
    """Training, tuning and final test rows of a sample, each with all rows of its part."""
    shares = PartShares(HOLDOUT_SHARE, SEALED_SHARE, state.seed)
    found = dataset.parts(shares.holdout, shares.test, shares.seed)
    whole = None if dataset.whole is None else dataset.whole.against_others(state.category)

    def part(number: int) -> Part:
        rows = np.flatnonzero(found == number)
        every = None if whole is None else PartRows(whole, shares, number)
        return Part(dataset.X[rows], labels[rows], rows, every)

    test = part(TEST)
    if corpus.test is not None:
        test_labels, _ = class_names(corpus.test, state)
        drawn = corpus.test.dataset
        test = replace(test, X=drawn.X, y=test_labels, rows=np.arange(drawn.n_rows))
    return part(TRAIN), part(TUNE), test


def why_one_at_a_time(corpus: Corpus) -> str:
    """Why all classes cannot be asked about together; empty where they can."""
    if corpus.whole is not None and len(corpus.categories) > 2:
        return "rows in partitions are steered for one class at a time"
    if corpus.dataset.is_multilabel:
        return f"rows of {corpus.dataset.name} may belong to several categories"
    if len(corpus.categories) > MOST_CLASSES:
        return (
            f"{len(corpus.categories)} classes make a matrix too large to read; up to "
            f"{MOST_CLASSES} are drawn"
        )
    return ""


def check_class(name: str, classes: Sequence[str]) -> None:
    """Refuse a class that is not among these."""
    if name not in classes:
        raise SteersmanError(
            f"there is no class {name!r}",
            todo=f"the classes are {', '.join(classes)}",
            code="unknown-class",
            name=name,
        )


def class_names(corpus: Corpus, state: State) -> tuple[NDArray[np.str_], str | None]:
    """(rows,) the class of each row in words, and which of two is looked for."""
    choice = state.choice(MatrixChoice)
    assert choice is not None, "the matrix room is open"  # noqa: S101
    if not corpus.dataset.is_labeled:
        raise SteersmanError(
            f"{corpus.dataset.name} has no labels",
            todo="find clusters first, and turn them into labels",
            code="no-labels",
        )
    two = len(corpus.categories) == 2 and not corpus.dataset.is_multilabel
    if two or choice.all_classes:
        if why := why_one_at_a_time(corpus):
            raise SteersmanError(
                why, todo="ask about one category at a time", code="several-labels"
            )
        return np.asarray(corpus.dataset.y).astype(str), state.category if two else None
    member = corpus.positive(state.category)
    return np.where(member, state.category, f"not {state.category}"), state.category
