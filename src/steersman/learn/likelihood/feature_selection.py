"""Which features a likelihood-space model keeps, chosen from its counts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError, check_choice
from steersman.learn.likelihood.boundary import is_whole
from steersman.maths.likelihood import FEATURE_SCORES, ClassCounts, top_features


def selected_features(
    positive: ClassCounts,
    negative: ClassCounts,
    max_features: int | None,
    feature_score: str = "frequency",
) -> NDArray[np.bool_] | None:
    """Mask of the `max_features` features with the highest score; None when all are kept.

    >>> counts = ClassCounts(3, np.array([1.0, 3.0])), ClassCounts(3, np.array([0.0, 3.0]))
    >>> selected_features(*counts, max_features=1, feature_score="chi2")
    array([ True, False])
    """
    check_choice("feature_score", feature_score, FEATURE_SCORES)
    if max_features is None:
        return None
    available = len(positive.features)
    if not is_whole(max_features) or not 1 <= max_features <= available:
        raise SteersmanError(
            f"max_features is {max_features!r}, but there are {available} features",
            todo=f"ask for a whole number from 1 to {available}, or None for all",
            code="bad-setting",
            name="max_features",
            value=max_features,
            features=available,
        )
    if max_features == available:
        return None
    return top_features(FEATURE_SCORES[feature_score](positive, negative), int(max_features))
