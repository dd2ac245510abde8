"""How much the rows of each class count, as scikit-learn's `class_weight` says it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.class_weight import compute_class_weight

Floats = NDArray[np.float64]


def factors_of_classes(
    class_weight: Mapping[object, float] | str | None,
    classes: NDArray[np.generic],
    labels: NDArray[np.generic],
    sample_weight: Floats | None = None,
) -> Floats:
    """(classes,): the factor of each class.

    scikit-learn reads a class named "1" as the number 1 and finds no weight for it, so that weights
    by name are given to it by number.

    >>> names = np.array(["0", "1"])
    >>> factors_of_classes({"0": 2.0, "1": 0.5}, names, names)
    array([2. , 0.5])
    """
    if isinstance(class_weight, Mapping):
        numbers = {name: number for number, name in enumerate(classes.tolist())}
        # Names that are no class stay: scikit-learn says what is wrong with them.
        class_weight = {numbers.get(name, name): each for name, each in class_weight.items()}
        labels, classes = np.searchsorted(classes, labels), np.arange(len(classes))
    factors: Floats = compute_class_weight(
        class_weight, classes=classes, y=labels, sample_weight=sample_weight
    )
    return factors
