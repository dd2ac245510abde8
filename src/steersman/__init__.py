"""Take the helm of a classifier.

The public names below are loaded on first use, so that `import steersman` and the command line
start at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_names
from steersman._version import __version__

if TYPE_CHECKING:
    from steersman.data import Dataset, load
    from steersman.learn.automatic import SteeredClassifier
    from steersman.learn.clustering import MultinomialMixture, SphericalKMeans
    from steersman.learn.likelihood import LikelihoodSpaceClassifier, best_line
    from steersman.learn.logistic import SteerableLogisticRegression
    from steersman.learn.martingale import (
        AdaptiveMartingaleBoostClassifier,
        MartingaleBoostClassifier,
    )
    from steersman.learn.steering import frontier, steer
    from steersman.learn.wants import Want
    from steersman.widget import Workbench

__all__ = [
    "AdaptiveMartingaleBoostClassifier",
    "Dataset",
    "LikelihoodSpaceClassifier",
    "MartingaleBoostClassifier",
    "MultinomialMixture",
    "SphericalKMeans",
    "SteerableLogisticRegression",
    "SteeredClassifier",
    "Want",
    "Workbench",
    "__version__",
    "best_line",
    "frontier",
    "load",
    "steer",
]

HOMES = {
    "AdaptiveMartingaleBoostClassifier": "steersman.learn.martingale.adaptive",
    "Dataset": "steersman.data",
    "LikelihoodSpaceClassifier": "steersman.learn.likelihood.classifier",
    "MartingaleBoostClassifier": "steersman.learn.martingale.classifier",
    "MultinomialMixture": "steersman.learn.clustering.mixture",
    "SphericalKMeans": "steersman.learn.clustering.spherical_kmeans",
    "SteerableLogisticRegression": "steersman.learn.logistic.classifier",
    "SteeredClassifier": "steersman.learn.automatic.steered_classifier",
    "Want": "steersman.learn.wants.want",
    "Workbench": "steersman.widget",
    "best_line": "steersman.learn.likelihood.lines",
    "frontier": "steersman.learn.steering.steering",
    "load": "steersman.data",
    "steer": "steersman.learn.steering.steering",
}

__getattr__ = lazy_names(__name__, HOMES)


def __dir__() -> list[str]:
    return sorted(__all__)
