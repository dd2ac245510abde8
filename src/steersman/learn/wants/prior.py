"""The share of a class where a model will be used, which may differ from that of the rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.wants.amounts import amount
from steersman.learn.wants.reader import Reader

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Prior:
    """In use, `share` of the rows are of the class at `place`, of two classes.

    >>> Prior(0.1, 1).weights(np.array([50.0, 50.0]))
    array([1.8, 0.2])
    """

    share: float
    place: int

    @classmethod
    def of(cls, share: float, place: int, n_classes: int) -> Self:
        """The prior, when it is one."""
        if not 0.0 < share < 1.0:
            raise SteersmanError(
                f"the prior is {share:g}, not between 0 and 1",
                todo="write 0.1 for 10 %",
                code="bad-prior",
                prior=share,
            )
        if n_classes != 2:
            # How often each of the other classes occurs would be needed too.
            raise SteersmanError(
                f"a prior is for two classes, and there are {n_classes}",
                todo="leave it out, or steer one class against the rest",
                code="prior-of-several-classes",
                classes=n_classes,
            )
        return cls(share, place)

    def weights(self, row_sums: Floats) -> Floats:
        """(classes,): how many rows in use a row of each class stands for; their sum stays."""
        in_use = self.shares() * row_sums.sum()
        weights: Floats = np.zeros(len(row_sums))
        np.divide(in_use, row_sums, out=weights, where=row_sums > 0)
        return weights

    def shares(self) -> Floats:
        """(2,): the share of each class in use."""
        shares = np.full(2, 1.0 - self.share)
        shares[self.place] = self.share
        return shares


def parsed_share(text: str) -> float:
    """A share as people write it.

    >>> parsed_share("10%"), parsed_share("1 in 200"), parsed_share("0.1")
    (0.1, 0.005, 0.1)
    """
    reader = Reader(text)
    given = amount(reader)
    if not reader.at_end():
        raise reader.stop("share-expected", "expected a share such as 10 % and nothing else")
    return given.value
