"""The frozen `Dataset`: what every reader returns and every model is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import narwhals
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, issparse

from steersman._cached import cached_property
from steersman.data.arrow.documents import document_rows
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.pictures import facts_table, html_card

Label = str | int

MOST_SIZES = 12
FEW_CLASSES = 4


@dataclass(frozen=True)
class Provenance:
    """Where a dataset comes from and how it was read.

    `sha256` is the digest of the bytes that were read (of the values, for a frame in memory).
    `notes` tell in plain sentences what was chosen on the reader's behalf. `read_options` are those
    given to `load`, and `counter` the counter as Python writes it, so that a file or frame can be
    loaded again.
    """

    source: str
    reader: str
    sha256: str = ""
    file: str = ""
    path: Path | None = field(default=None, repr=False)
    options: Mapping[str, object] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    read_options: ReadOptions | None = None
    counter: str = ""

    @property
    def load_arguments(self) -> dict[str, object]:
        """The keyword arguments of `load` that make the same dataset, the counter as code."""
        given = {} if self.read_options is None else self.read_options.given_options()
        return given | ({"counter": self.counter} if self.counter else {})


@dataclass(frozen=True, eq=False)
class Dataset:
    """Rows with features, labels, names and a provenance.

    `y` is (rows,) with one label per row, or (rows, classes) of booleans when a row may belong to
    several classes. `positive` is the class to catch, which recall, precision, fp and fn are about:
    the one that was named or suggested when the data was loaded, None where all classes are alike.
    `split` is the published split: "train", "test" or "" for each row. `from_raw` is the fitted
    scikit-learn pipeline that makes `X` from rows as the file holds them; a pipeline of its steps
    and a classifier predicts from raw rows. `table` has the columns of the file that `X` does
    not hold as they are: categories, columns that were left out, and beside these also numbers.

    Parameters
    ----------
    name : str
        Name of the data set.
    X : csr_matrix or ndarray of shape (n_rows, n_features)
        Features.
    y : ndarray of shape (n_rows,) or (n_rows, n_classes)
        One label per row, or a 0/1 column for each class.
    classes : tuple
        Labels of the classes, sorted.
    feature_names : tuple of str
        Name of each column of `X`.
    ids : sequence of str
        Identifier of each row.
    provenance : Provenance
        Where the data comes from and how it was read.
    text : sequence of str, optional
        Text of each row.
    split : ndarray of str, optional
        Published split: 'train', 'test' or '' for each row.
    positive : label, optional
        Class to catch.
    from_raw : Pipeline, optional
        Makes `X` from rows as the file holds them.
    table : narwhals.DataFrame, optional
        Columns of the file that `X` does not hold as they are.

    Examples
    --------
    >>> import numpy as np
    >>> flowers = Dataset(
    ...     name="flowers",
    ...     X=np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]),
    ...     y=np.array(["rose", "lily", "rose"]),
    ...     classes=("lily", "rose"),
    ...     feature_names=("width", "height"),
    ...     ids=("a", "b", "c"),
    ...     provenance=Provenance(source="a garden", reader="by hand"),
    ... )
    >>> flowers
    Dataset('flowers', 3 rows, 2 features, 2 classes)
    >>> flowers.positives("rose")
    array([ True, False,  True])
    >>> flowers.rows([2, 0]).ids
    ('c', 'a')
    """

    name: str
    X: csr_matrix | NDArray[np.float64]  # (rows, features)
    y: NDArray[np.generic]  # (rows,) or (rows, classes)
    classes: tuple[Label, ...]
    feature_names: tuple[str, ...]
    ids: Sequence[str]
    provenance: Provenance
    text: Sequence[str] | None = None
    split: NDArray[np.str_] | None = None
    positive: Label | None = None
    from_raw: object | None = field(default=None, repr=False)
    table: narwhals.DataFrame[Any] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        rows, features = self.X.shape
        lengths = {
            "y": (len(self.y), rows),
            "ids": (len(self.ids), rows),
            "feature_names": (len(self.feature_names), features),
            "text": (rows if self.text is None else len(self.text), rows),
            "split": (rows if self.split is None else len(self.split), rows),
            "table": (rows if self.table is None else len(self.table), rows),
            "columns of y": (self.y.shape[1], len(self.classes)) if self.y.ndim == 2 else (0, 0),
        }
        for what, (came, expected) in lengths.items():
            if came != expected:
                raise SteersmanError(
                    f"{what} of dataset {self.name!r} has {came} entries, expected {expected}",
                    todo=f"X is {rows} rows by {features} features; give the others to match",
                    code="dataset-lengths-differ",
                    part=what,
                    came=came,
                    expected=expected,
                )
        if self.positive is not None and self.positive not in self.classes:
            self.positives(self.positive)

    def __repr__(self) -> str:
        kind = "categories" if self.is_multilabel else "classes"
        return (
            f"Dataset({self.name!r}, {self.n_rows:,} rows, {self.n_features:,} features, "
            f"{len(self.classes)} {kind})"
        )

    def _repr_html_(self) -> str:
        sizes = self.category_sizes()
        shown = ", ".join(f"{name} {size:,}" for name, size in list(sizes.items())[:MOST_SIZES])
        more = f" and {len(sizes) - MOST_SIZES} more" if len(sizes) > MOST_SIZES else ""
        facts = [
            ("rows", f"{self.n_rows:,}"),
            ("features", f"{self.n_features:,}{' (sparse)' if self.is_sparse else ''}"),
            ("labels", shown + more),
            ("class to catch", "not chosen" if self.positive is None else str(self.positive)),
            ("source", self.provenance.source),
        ]
        return html_card(f"Data set {self.name}", facts_table(facts))

    @property
    def n_rows(self) -> int:
        return int(self.X.shape[0])

    @property
    def n_features(self) -> int:
        return int(self.X.shape[1])

    @property
    def is_multilabel(self) -> bool:
        return self.y.ndim == 2

    @property
    def is_labeled(self) -> bool:
        """Whether the rows have labels at all; rows without are all in one class."""
        return len(self.classes) > 1

    @property
    def is_sparse(self) -> bool:
        return bool(issparse(self.X))

    @cached_property
    def class_numbers(self) -> NDArray[np.generic]:
        """(rows,) the place of each row's label among the sorted classes.

        Where rows have several labels, `y` as it is: (rows, classes) of 0 and 1.
        """
        if self.is_multilabel:
            return self.y
        # Sorting many words takes five times as long as finding each among a few. Short numbers,
        # because the splits into parts sort these by their digits.
        smallest = np.min_scalar_type(len(self.classes))
        numbers = np.searchsorted(np.asarray(self.classes), self.y, sorter=self.class_order)
        return np.asarray(numbers.astype(smallest))

    @property
    def class_order(self) -> NDArray[np.intp]:
        """(classes,) places of the classes in sorted order; a person may name them in another."""
        return np.argsort(np.asarray(self.classes))

    def positives(self, category: Label) -> NDArray[np.bool_]:
        """(rows,) true where the row belongs to `category`.

        Parameters
        ----------
        category : label
            A class.

        Returns
        -------
        ndarray of bool of shape (n_rows,)
            Whether each row belongs to it.
        """
        if category not in self.classes:
            raise SteersmanError(
                f"{self.name} has no class {category!r}",
                todo=f"choose from: {_name_list(self.classes)}",
                code="class-missing",
                came=category,
                classes=self.classes,
            )
        if self.is_multilabel:
            member: NDArray[np.bool_] = self.y[:, self.classes.index(category)].astype(bool)
            return member
        return np.asarray(self.y == category, dtype=bool)

    def category_sizes(self) -> dict[Label, int]:
        """How many rows belong to each class, in the order of `classes`.

        Returns
        -------
        dict
            Number of rows by class.
        """
        if self.is_multilabel:
            sizes = self.y.astype(bool).sum(axis=0)
        else:
            sizes = np.zeros(len(self.classes), np.intp)
            counted = np.bincount(self.class_numbers, minlength=len(self.classes))
            sizes[self.class_order] = counted[: len(self.classes)]
        return dict(zip(self.classes, sizes.tolist()))

    def rows(self, index: NDArray[np.generic] | list[int]) -> Dataset:
        """The rows that `index` names (positions or booleans), in its order.

        Parameters
        ----------
        index : array-like of int or bool
            Positions of rows, or a mask.

        Returns
        -------
        Dataset
            These rows.
        """
        where = np.asarray(index)
        positions = np.flatnonzero(where) if where.dtype == bool else where.astype(np.intp)
        return replace(
            self,
            X=self.X[positions],
            y=self.y[positions],
            ids=tuple(self.ids[i] for i in positions),
            text=None if self.text is None else document_rows(self.text, positions),
            split=None if self.split is None else self.split[positions],
            table=None if self.table is None else self.table[positions.tolist()],
        )

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns whose values `column` has: those of the table, and numbers of `X`."""
        beside = () if self.table is None else tuple(self.table.columns)
        numbers = () if self.is_sparse else self.feature_names
        return (*beside, *(name for name in numbers if name not in beside))

    @property
    def number_columns(self) -> tuple[str, ...]:
        """The columns that hold numbers, be they features or not."""
        schema = {} if self.table is None else self.table.schema
        beside = [name for name, kind in schema.items() if kind.is_numeric()]
        numbers = () if self.is_sparse else self.feature_names
        return (*beside, *(name for name in numbers if name not in beside))

    def column(self, name: str) -> NDArray[np.generic]:
        """(rows,): the values of a column of the file, be it a feature or not.

        Parameters
        ----------
        name : str
            A name from `columns`.

        Returns
        -------
        array of shape (rows,)
            Numbers, or words as the file has them.

        Examples
        --------
        >>> import steersman
        >>> steersman.load("wine").column("alcohol")[:2]
        array([14.23, 13.2 ])
        """
        if self.table is not None and name in self.table.columns:
            return np.asarray(self.table[name].to_numpy())
        if not self.is_sparse and name in self.feature_names:
            return np.asarray(self.X[:, self.feature_names.index(name)])
        raise SteersmanError(
            f"{self.name} has no column {name!r}",
            todo=f"choose from: {_name_list(self.columns)}",
            code="column-missing",
            column=name,
        )

    def train(self) -> Dataset:
        """The training rows of the published split.

        Returns
        -------
        Dataset
            The training rows.
        """
        return self._part("train")

    def test(self) -> Dataset:
        """The test rows of the published split.

        Returns
        -------
        Dataset
            The test rows.
        """
        return self._part("test")

    def _part(self, part: str) -> Dataset:
        if self.split is None:
            raise SteersmanError(
                f"{self.name} has no published split into training and test rows",
                todo="split it with steersman.data.folds(dataset.y, 5, seed=0)",
                code="split-missing",
                dataset=self.name,
            )
        return self.rows(self.split == part)


def class_sizes(y: NDArray[np.generic], classes: Sequence[Label]) -> list[int]:
    """How many of (rows,) labels there are of each class; there are no labels but those.

    >>> class_sizes(np.array(["b", "a", "b"]), ["a", "b"])
    [1, 2]
    """
    # Comparing all rows with a few words takes a fraction of the time that sorting them does.
    if 0 < len(classes) <= FEW_CLASSES:
        counts = [int(np.count_nonzero(y == label)) for label in classes[:-1]]
        return [*counts, len(y) - sum(counts)]
    found, rows = np.unique(y, return_counts=True)
    sizes = dict(zip(found.tolist(), rows.tolist()))
    return [sizes.get(label, 0) for label in classes]


def _name_list(labels: tuple[Label, ...], most: int = 20) -> str:
    shown = ", ".join(str(label) for label in labels[:most])
    return shown if len(labels) <= most else f"{shown} and {len(labels) - most} more"
