"""The choice of the terms that become columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.tasks import Task

SOME_TERMS = 1 << 16


class Limits(NamedTuple):
    """Fewest and most documents that hold a term (floats are shares), and most terms in all."""

    min_df: int | float = 1
    max_df: int | float = 1.0
    max_features: int | None = None


def alphabetical(terms: Sequence[str], task: Task) -> NDArray[np.int64]:
    """The places of the terms in alphabetical order; some are sorted after the other.

    >>> alphabetical(["sea", "boat", "sail"], Task())
    array([1, 2, 0])
    """
    places: list[int] = []
    for start in range(0, len(terms), SOME_TERMS):
        task.report("sorting words", start / len(terms))
        some = range(start, min(start + SOME_TERMS, len(terms)))
        places += sorted(some, key=terms.__getitem__)
    places.sort(key=terms.__getitem__)  # quick: it finds the sorted pieces
    return np.array(places, np.int64)


def columns_within(
    holders: NDArray[np.int64], totals: NDArray[np.int64], n_documents: int, limits: Limits
) -> NDArray[np.int64]:
    """The terms that are within the limits, rising: their places in `holders` and `totals`.

    `holders` has the documents that hold each term, `totals` how often it stands in all of them.
    Where `max_features` has to choose among equally frequent terms, the first ones stay.

    >>> columns_within(np.array([2, 1, 1]), np.array([2, 2, 3]), 2, Limits(max_features=2))
    array([0, 2])
    """
    kept = holders >= documents_meant("min_df", limits.min_df, n_documents)
    kept &= holders <= documents_meant("max_df", limits.max_df, n_documents)
    columns = np.flatnonzero(kept)
    if limits.max_features is not None and len(columns) > checked_maximum(limits.max_features):
        frequent_first = np.argsort(-totals[columns], kind="stable")
        columns = np.sort(columns[frequent_first[: limits.max_features]])
    if not len(columns):
        raise SteersmanError(
            f"no terms are left: {n_documents} documents with {len(holders)} "
            f"distinct terms, min_df={limits.min_df}, max_df={limits.max_df}",
            todo="lower min_df, raise max_df, or use fewer stop words",
            code="terms-missing",
            documents=n_documents,
            terms=len(holders),
        )
    return columns


def documents_meant(name: str, limit: int | float, n_documents: int) -> float:
    """A limit as a number of documents; a float is a share of them all."""
    if isinstance(limit, float) and 0.0 <= limit <= 1.0:
        return limit * n_documents
    if not isinstance(limit, float) and limit >= 1:
        return limit
    raise SteersmanError(
        f"{name}={limit!r} is neither a share nor a number of documents",
        todo="use a float from 0.0 to 1.0, or a whole number of 1 or more",
        code="document-limit-invalid",
        option=name,
        came=limit,
    )


def checked_maximum(max_features: int) -> int:
    """`max_features`, if it is at least one."""
    if max_features < 1:
        raise SteersmanError(
            f"max_features={max_features!r} selects no terms",
            todo="use 1 or more, or None for all",
            code="max-features-invalid",
            came=max_features,
        )
    return max_features
