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
    from steersman.learn.adaptive_martingale import AdaptiveMartingaleBoostClassifier
    from steersman.learn.likelihood import LikelihoodSpaceClassifier
    from steersman.learn.lines import best_line
    from steersman.learn.logistic import SteerableLogisticRegression
    from steersman.learn.martingale import MartingaleBoostClassifier
    from steersman.learn.mixture import MultinomialMixture
    from steersman.learn.spherical_kmeans import SphericalKMeans
    from steersman.learn.steered import SteeredClassifier
    from steersman.learn.steering import frontier, steer
    from steersman.learn.want import Want
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
    "AdaptiveMartingaleBoostClassifier": "steersman.learn.adaptive_martingale",
    "Dataset": "steersman.data",
    "LikelihoodSpaceClassifier": "steersman.learn.likelihood",
    "MartingaleBoostClassifier": "steersman.learn.martingale",
    "MultinomialMixture": "steersman.learn.mixture",
    "SphericalKMeans": "steersman.learn.spherical_kmeans",
    "SteerableLogisticRegression": "steersman.learn.logistic",
    "SteeredClassifier": "steersman.learn.steered",
    "Want": "steersman.learn.want",
    "Workbench": "steersman.widget",
    "best_line": "steersman.learn.lines",
    "frontier": "steersman.learn.steering",
    "load": "steersman.data",
    "steer": "steersman.learn.steering",
}

__getattr__ = lazy_names(__name__, HOMES)


def __dir__() -> list[str]:
    return sorted(__all__)
