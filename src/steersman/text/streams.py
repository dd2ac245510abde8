"""The terms of documents as one stream of numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class TermStream(NamedTuple):
    """The terms of documents in order, and where each document starts and ends among them."""

    terms: NDArray[np.int32]  # (terms in the text,)
    bounds: NDArray[np.int64]  # (documents + 1,)

    def with_term_numbers(self, numbers: NDArray[np.int32]) -> TermStream:
        """The stream with `numbers[term]` for each term; those below 0 are left out.

        >>> stream = TermStream(np.array([2, 0, 1], dtype=np.int32), np.array([0, 2, 3]))
        >>> stream.with_term_numbers(np.array([5, -1, 3], dtype=np.int32))
        TermStream(terms=array([3, 5], dtype=int32), bounds=array([0, 2, 2]))
        """
        stream = numbers[self.terms]
        counted = np.flatnonzero(stream >= 0)
        return TermStream(stream[counted], np.searchsorted(counted, self.bounds))
