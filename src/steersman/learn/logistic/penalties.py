"""The ways to give the penalties of a logistic regression."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError

Floats = NDArray[np.float64]


def expanded_penalties(
    penalties: float | ArrayLike, groups: ArrayLike | None, outputs: int, features: int
) -> Floats:
    """(outputs, features): the penalty of each weight, from any of the ways to give them.

    >>> expanded_penalties([1.0, 5.0], ["a", "b", "a"], 1, 3)
    array([[1., 5., 1.]])
    """
    given = np.asarray(penalties, dtype=np.float64)
    if not np.all(np.isfinite(given)) or np.any(given < 0):
        raise SteersmanError(
            "penalties must be finite and not negative",
            todo="check the array of penalties",
            code="bad-penalties",
        )
    allowed = {"one number": (), "one per feature": (features,)}
    allowed["one per class and feature"] = (outputs, features)
    if groups is not None:
        labels, members = np.unique(np.asarray(groups), return_inverse=True)
        if len(members) != features:
            raise SteersmanError(
                f"groups has {len(members)} labels for {features} features",
                todo="give one label per feature",
                code="groups-shape",
                groups=len(members),
                features=features,
            )
        if given.shape == (len(labels),):
            given = given[members]
        allowed["one per group"] = (len(labels),)
    if given.shape not in ((), (features,), (outputs, features)):
        choices = ", ".join(f"{name} {shape}" for name, shape in allowed.items())
        raise SteersmanError(
            f"penalties have the shape {given.shape}",
            todo=f"give one of: {choices}",
            code="penalties-shape",
            shape=given.shape,
            allowed=allowed,
        )
    return np.broadcast_to(given, (outputs, features)).astype(np.float64)


def compressed_penalties(full: Floats, groups: ArrayLike | None) -> Floats:
    """The (outputs, features) penalties as one per group or per feature where that says it all."""
    if np.any(full != full[0]):
        return full
    if groups is None:
        return np.asarray(full[0])
    _, first, members = np.unique(np.asarray(groups), return_index=True, return_inverse=True)
    of_group = full[0, first]
    return np.asarray(of_group if np.array_equal(of_group[members], full[0]) else full[0])
