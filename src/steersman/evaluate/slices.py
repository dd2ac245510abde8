"""Where a model fails: groups of rows on which it errs more often than on the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import narwhals
import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix, issparse
from scipy.stats import false_discovery_control, hypergeom

from steersman.errors import SteersmanError
from steersman.evaluate.pairs import holm
from steersman.evaluate.row_rates import RowRate, row_rate
from steersman.evaluate.slice_candidates import (
    SliceKind,
    SliceRows,
    cluster_slices,
    column_slices,
    word_slices,
)
from steersman.maths.confusion import interval

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]
Correction = Literal["holm", "by"]

FEWEST_ROWS = 20
MOST_SLICES = 30


@dataclass(frozen=True, eq=False)
class Slice:
    """A group of rows, and how often the model errs on it.

    `part` of its `rows` are counted by the measure, which is `value` there and `rest` on the other
    rows; `low` and `high` are Clopper and Pearson's interval. `p_value` is that of a difference so
    large for the worse if the slice were drawn at random (Fisher's exact test), `adjusted` the same
    after a correction for all slices that were looked at. `members` are the places of all its rows.
    """

    kind: SliceKind
    column: str
    name: str
    rows: int
    part: int
    value: float
    low: float
    high: float
    rest: float
    p_value: float
    adjusted: float
    members: Ints = field(repr=False)

    @property
    def difference(self) -> float:
        """How much larger the measure is here than on the other rows."""
        return self.value - self.rest


@dataclass(frozen=True, eq=False)
class SliceTable:
    """The worst slices of a model, the worst first, and how many were looked at.

    `value` is the measure over all rows; `worse` says whether a larger one is worse.
    """

    measure: str
    value: float
    rows: int
    worse: Literal["higher", "lower"]
    tried: int
    correction: Correction
    slices: tuple[Slice, ...]

    def __iter__(self) -> Iterator[Slice]:
        return iter(self.slices)

    def __len__(self) -> int:
        return len(self.slices)

    def significant(self, alpha: float = 0.05) -> list[Slice]:
        """The slices that are worse than the rest by more than chance, at a level for all of them.

        Parameters
        ----------
        alpha : float
            Largest adjusted p-value.

        Returns
        -------
        list of Slice
            Those slices, the worst first.
        """
        return [each for each in self.slices if each.adjusted <= alpha]

    def __str__(self) -> str:
        """The table as text, a line for each slice."""
        lines = [
            f"{each.name}: {each.part:,} of {each.rows:,} ({each.value:.1%}, 95 % interval "
            f"{each.low:.1%} to {each.high:.1%}), other rows {each.rest:.1%}, p {each.adjusted:.2g}"
            for each in self.slices
        ]
        head = f"{self.measure} {self.value:.1%} of {self.rows:,} rows, {self.tried:,} slices"
        return "\n".join([head, *lines])

    def _repr_html_(self) -> str:
        """The table for a notebook."""
        from html import escape

        lines = [
            f"<tr><td>{escape(each.name)}</td><td>{each.part:,} of {each.rows:,}</td>"
            f"<td>{each.value:.1%}</td><td>{each.low:.1%} to {each.high:.1%}</td>"
            f"<td>{each.difference:+.1%}</td><td>{each.adjusted:.2g}</td></tr>"
            for each in self.slices
        ]
        names = (
            "slice",
            "rows",
            escape(self.measure),
            "95 % interval",
            "difference",
            "p (adjusted)",
        )
        head = "".join(f"<th>{name}</th>" for name in names)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def find_slices(
    model: Any,
    X: Any,
    y: ArrayLike,
    *,
    measure: str = "error rate",
    by: str | ArrayLike | None = None,
    columns: Mapping[str, ArrayLike] | None = None,
    feature_names: Sequence[str] | None = None,
    positive: object = None,
    clusters: int = 8,
    min_rows: int = FEWEST_ROWS,
    most: int = MOST_SLICES,
    correction: Correction = "holm",
) -> SliceTable:
    """Find the slices of the rows on which a model does worst.

    Slices are the values of columns of words, intervals of columns of numbers, the words of sparse
    rows and clusters of all rows. Give rows that the model was not fitted on.

    Parameters
    ----------
    model : classifier
        Any fitted classifier.
    X : array, sparse matrix or frame of shape (rows, features)
        Rows, as the model takes them.
    y : array-like of shape (rows,)
        Their classes.
    measure : str
        Rate of rows to compare: "error rate", "recall(spam)", "fpr", "precision" and others that a
        want can limit.
    by : str or array-like of shape (rows,), optional
        A column, or one value for each row: only its groups are compared, each of them.
    columns : mapping, optional
        More columns, which need not be features: one value for each row.
    feature_names : sequence of str, optional
        Names of the columns of an array or sparse matrix.
    positive : label, optional
        Class that measures without a class are about; of two classes the second.
    clusters : int
        Number of clusters that the rows are divided into; 0 for none.
    min_rows : int
        Slices with fewer rows are left out.
    most : int
        At most so many slices are returned.
    correction : {"holm", "by"}
        For looking at many slices: Holm's (no false slice with 95 %), or Benjamini and Yekutieli's
        (at most 5 % of the slices are false on average).

    Returns
    -------
    SliceTable
        The worst slices, those least explained by chance first.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(400, 2))
    >>> y = (X[:, 0] > 0) ^ (X[:, 1] > 0.7)
    >>> table = find_slices(LogisticRegression().fit(X, y), X, y, feature_names=["a", "b"])
    >>> table.slices[0].name, bool(table.slices[0].adjusted < 0.001)
    ('b > 0.6758', True)
    """
    labels = np.asarray(y)
    rate = row_rate(measure, labels, np.asarray(model.predict(X)), model.classes_, positive)
    given = {name: np.asarray(values) for name, values in (columns or {}).items()}
    if by is not None:
        name = by if isinstance(by, str) else "group"
        values = column_values(X, by, given) if isinstance(by, str) else np.asarray(by)
        return slice_table(rate, column_slices({name: values}), min_rows=1, most=most)
    words, dense = named_features(X, feature_names)
    candidates = [*column_slices({**dense, **given})]
    if words is not None:
        candidates += word_slices(*words, rate.counted, min_rows)
    if clusters:
        candidates += cluster_slices(words, dense, clusters)
    return slice_table(rate, candidates, min_rows=min_rows, most=most, correction=correction)


def named_features(
    X: Any, feature_names: Sequence[str] | None
) -> tuple[tuple[csr_matrix, list[str]] | None, dict[str, NDArray[np.generic]]]:
    """Sparse features with their names, and dense ones by name."""
    frame: Any = narwhals.from_native(X, eager_only=True, pass_through=True)
    if isinstance(frame, narwhals.DataFrame):
        return None, {name: np.asarray(frame[name].to_numpy()) for name in frame.columns}
    array: Any = X if issparse(X) else np.asarray(X)
    names = list(feature_names or [f"feature {place}" for place in range(array.shape[1])])
    if issparse(X):
        return (csr_matrix(array), names), {}
    return None, dict(zip(names, array.T, strict=True))


def column_values(
    X: Any, name: str, given: Mapping[str, NDArray[np.generic]]
) -> NDArray[np.generic]:
    """The values of a column, given or of the frame."""
    frame: Any = narwhals.from_native(X, eager_only=True, pass_through=True)
    if name in given:
        return given[name]
    if isinstance(frame, narwhals.DataFrame) and name in frame.columns:
        return np.asarray(frame[name].to_numpy())
    raise SteersmanError(
        f"the rows have no column {name!r}",
        todo="give it in columns=, or one value for each row in by=",
        code="unknown-group-column",
        column=name,
    )


def slice_table(
    rate: RowRate,
    candidates: Sequence[SliceRows],
    *,
    min_rows: int = FEWEST_ROWS,
    most: int = MOST_SLICES,
    correction: Correction = "holm",
) -> SliceTable:
    """The candidates by how much worse a rate is there than on the other rows."""
    counts = np.array([counts_in(rate, each) for each in candidates], dtype=np.int64).reshape(-1, 2)
    bad, rows = counts[:, 0], counts[:, 1]
    all_bad, all_rows = int(rate.bad.sum()), int(rate.counted.sum())
    # By their size alone, which no error decides: otherwise the correction would be too small.
    kept = np.flatnonzero((rows >= min_rows) & (rows > 0))
    chances = hypergeom.sf(bad[kept] - 1, all_rows, all_bad, rows[kept])
    chances = np.clip(chances, 0.0, 1.0)
    adjusted = (
        (holm(chances) if correction == "holm" else false_discovery_control(chances, method="by"))
        if len(chances)
        else chances
    )
    shares = bad[kept] / rows[kept]
    order = np.lexsort((-shares, chances))[:most]
    found = [
        slice_figures(rate, candidates[kept[at]], (int(bad[kept[at]]), int(rows[kept[at]])))
        for at in order.tolist()
    ]
    return SliceTable(
        rate.measure,
        rate.value_of(all_bad, all_rows),
        all_rows,
        "higher" if rate.rises else "lower",
        len(kept),
        correction,
        tuple(
            replace(each, p_value=float(chances[at]), adjusted=float(adjusted[at]))
            for each, at in zip(found, order.tolist())
        ),
    )


def counts_in(rate: RowRate, candidate: SliceRows) -> tuple[int, int]:
    """The errors in a slice, and the rows that count."""
    return int(rate.bad[candidate.members].sum()), int(rate.counted[candidate.members].sum())


def slice_figures(rate: RowRate, candidate: SliceRows, counts: tuple[int, int]) -> Slice:
    """One slice in figures."""
    bad, rows = counts
    other_bad, others = int(rate.bad.sum()) - bad, int(rate.counted.sum()) - rows
    part = bad if rate.rises else rows - bad
    low, high = interval(part, rows, 0.95)
    rest = rate.value_of(other_bad, others) if others else float("nan")
    return Slice(
        candidate.kind,
        candidate.column,
        candidate.name,
        rows,
        part,
        rate.value_of(bad, rows),
        low,
        high,
        rest,
        1.0,
        1.0,
        candidate.members,
    )
