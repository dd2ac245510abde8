"""Neighboring terms counted together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from steersman.errors import SteersmanError
from steersman.text.streams import TermStream

LONGEST_RUN = 5


def checked_ngrams(ngrams: int) -> int:
    """`ngrams`, if it is a number of terms that may be counted together."""
    if isinstance(ngrams, bool) or not isinstance(ngrams, int) or not 1 <= ngrams <= LONGEST_RUN:
        raise SteersmanError(
            f"ngrams={ngrams!r} is not a valid length",
            todo=f"use a whole number from 1 to {LONGEST_RUN}",
            code="ngrams-invalid",
            came=ngrams,
        )
    return ngrams


def ngrams_of(terms: Sequence[str], longest: int) -> list[str]:
    """The terms, then each run of two neighbors, of three, and so on.

    >>> ngrams_of(["not", "very", "good"], 2)
    ['not', 'very', 'good', 'not very', 'very good']
    """
    return [
        " ".join(terms[start : start + length])
        for length in range(1, longest + 1)
        for start in range(len(terms) - length + 1)
    ]


def with_ngrams(stream: TermStream, names: list[str], longest: int) -> tuple[TermStream, list[str]]:
    """The stream with the runs of up to `longest` neighbors in a document, and all their names.

    New numbers follow the old ones; the order inside a document is not kept.

    >>> stream = TermStream(np.array([0, 1, 0], dtype=np.int32), np.array([0, 2, 3]))
    >>> with_ngrams(stream, ["ice", "tea"], 2)[1]
    ['ice', 'tea', 'ice tea']
    """
    if longest == 1:
        return stream, names
    n_documents, n_terms = len(stream.bounds) - 1, len(names)
    document = np.repeat(np.arange(n_documents), np.diff(stream.bounds))
    starts = np.arange(len(stream.terms))
    runs = stream.terms.astype(np.int64)
    shorter, all_names = names, list(names)
    pieces, documents = [runs], [document]
    for length in range(2, longest + 1):
        ends = starts + length - 1
        inside = ends < len(document)
        inside[inside] = document[ends[inside]] == document[starts[inside]]
        starts, runs = starts[inside], runs[inside]
        keys = runs * n_terms + stream.terms[starts + length - 1]
        distinct, runs = np.unique(keys, return_inverse=True)
        heads, tails = np.divmod(distinct, n_terms)
        shorter = [
            f"{shorter[h]} {names[t]}" for h, t in zip(heads.tolist(), tails.tolist(), strict=True)
        ]
        pieces.append(runs + len(all_names))
        documents.append(document[starts])
        all_names += shorter
    document = np.concatenate(documents)
    order = np.argsort(document, kind="stable")
    bounds = np.searchsorted(document[order], np.arange(n_documents + 1))
    return TermStream(np.concatenate(pieces)[order].astype(np.int32), bounds), all_names
