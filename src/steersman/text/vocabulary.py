"""Counts by term before the columns are chosen, and the choice of the columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError

__all__ = ["Limits", "TermRows", "chosen_terms", "stacked"]


class TermRows(NamedTuple):
    """Counts of numbered terms by document, in compressed rows; terms in a row have no order."""

    indptr: NDArray[np.int64]  # (documents + 1,)
    terms: NDArray[np.int32]
    counts: NDArray[np.int64]


class Limits(NamedTuple):
    """Which terms become columns."""

    min_df: int | float = 1
    max_df: int | float = 1.0
    max_features: int | None = None
    binary: bool = False


def stacked(blocks: Sequence[TermRows]) -> TermRows:
    """The rows of all blocks, one block below the other."""
    if len(blocks) == 1:
        return blocks[0]
    if not blocks:
        return TermRows(np.zeros(1, np.int64), np.empty(0, np.int32), np.empty(0, np.int64))
    offsets = np.cumsum([0] + [len(block.terms) for block in blocks])
    indptr = [block.indptr[1:] + offset for block, offset in zip(blocks, offsets, strict=False)]
    return TermRows(
        np.concatenate([np.zeros(1, np.int64), *indptr]),
        np.concatenate([block.terms for block in blocks]),
        np.concatenate([block.counts for block in blocks]),
    )


def chosen_terms(rows: TermRows, terms: Sequence[str], limits: Limits) -> list[str]:
    """The terms within the limits, in alphabetical order."""
    n_documents = len(rows.indptr) - 1
    holders = np.bincount(rows.terms, minlength=len(terms))
    kept = holders >= documents_meant("min_df", limits.min_df, n_documents)
    kept &= holders <= documents_meant("max_df", limits.max_df, n_documents)
    chosen = [term for term, keep in zip(terms, kept, strict=True) if keep]
    if limits.max_features is not None and len(chosen) > checked_maximum(limits.max_features):
        weights = None if limits.binary else rows.counts
        totals = np.bincount(rows.terms, weights=weights, minlength=len(terms))
        total_of = dict(zip(chosen, totals[kept], strict=True))
        frequent_first = sorted(chosen, key=lambda term: (-total_of[term], term))
        chosen = frequent_first[: limits.max_features]
    if not chosen:
        raise SteersmanError(
            f"no term is left: {n_documents} documents with {len(terms)} distinct terms, "
            f"min_df={limits.min_df}, max_df={limits.max_df}",
            todo="give documents with words, lower min_df, raise max_df, or use another stoplist",
        )
    return sorted(chosen)


def documents_meant(name: str, limit: int | float, n_documents: int) -> float:
    """A limit as a number of documents; a float is a share of them all."""
    if isinstance(limit, float) and 0.0 <= limit <= 1.0:
        return limit * n_documents
    if not isinstance(limit, float) and limit >= 1:
        return limit
    raise SteersmanError(
        f"{name}={limit!r} is neither a share nor a number of documents",
        todo="give a float from 0.0 to 1.0 or a whole number from 1 on",
    )


def checked_maximum(max_features: int) -> int:
    """`max_features`, if it is at least one."""
    if max_features < 1:
        raise SteersmanError(
            f"max_features={max_features!r} keeps nothing", todo="give 1 or more, or None for all"
        )
    return max_features
