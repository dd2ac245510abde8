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
    from steersman.data.raw_columns import raw_features
    from steersman.data.raw_tables import raw_table
    from steersman.evaluate import find_slices
    from steersman.learn.automatic import SteeredClassifier
    from steersman.learn.catalog import model_named
    from steersman.learn.clustering import MultinomialMixture, SphericalKMeans
    from steersman.learn.explain import explain, importance
    from steersman.learn.files import load_model, save_model
    from steersman.learn.jobs import Job, steer_table
    from steersman.learn.likelihood import (
        LikelihoodPlane,
        LikelihoodPlaneDisplay,
        LikelihoodSpaceClassifier,
        best_line,
    )
    from steersman.learn.logistic import SteerableLogisticRegression
    from steersman.learn.martingale import (
        AdaptiveMartingaleBoostClassifier,
        MartingaleBoostClassifier,
    )
    from steersman.learn.monitor import Monitor, labeling_plan
    from steersman.learn.steering import (
        SteerableClassifier,
        SteeringDisplay,
        frontier,
        steer,
    )
    from steersman.learn.wants import Bound, Want
    from steersman.scale import open_partitions
    from steersman.session.data.loading import distinct_rows
    from steersman.widget import Workbench

__all__ = [
    "AdaptiveMartingaleBoostClassifier",
    "Bound",
    "Dataset",
    "Job",
    "LikelihoodPlane",
    "LikelihoodPlaneDisplay",
    "LikelihoodSpaceClassifier",
    "MartingaleBoostClassifier",
    "Monitor",
    "MultinomialMixture",
    "SphericalKMeans",
    "SteerableClassifier",
    "SteerableLogisticRegression",
    "SteeredClassifier",
    "SteeringDisplay",
    "Want",
    "Workbench",
    "__version__",
    "best_line",
    "distinct_rows",
    "explain",
    "find_slices",
    "frontier",
    "importance",
    "labeling_plan",
    "load",
    "load_model",
    "model_named",
    "open_partitions",
    "raw_features",
    "raw_table",
    "save_model",
    "steer",
    "steer_table",
]

HOMES = {
    "AdaptiveMartingaleBoostClassifier": "steersman.learn.martingale.adaptive",
    "Bound": "steersman.learn.wants.bound",
    "Dataset": "steersman.data",
    "Job": "steersman.learn.jobs.steering_job",
    "LikelihoodPlane": "steersman.learn.likelihood",
    "LikelihoodPlaneDisplay": "steersman.learn.likelihood",
    "LikelihoodSpaceClassifier": "steersman.learn.likelihood.classifier",
    "MartingaleBoostClassifier": "steersman.learn.martingale.classifier",
    "Monitor": "steersman.learn.monitor.monitor",
    "MultinomialMixture": "steersman.learn.clustering.mixture",
    "SphericalKMeans": "steersman.learn.clustering.spherical_kmeans",
    "SteerableClassifier": "steersman.learn.steering",
    "SteerableLogisticRegression": "steersman.learn.logistic.classifier",
    "SteeringDisplay": "steersman.learn.steering",
    "SteeredClassifier": "steersman.learn.automatic.steered_classifier",
    "Want": "steersman.learn.wants.want",
    "Workbench": "steersman.widget",
    "best_line": "steersman.learn.likelihood.lines",
    "distinct_rows": "steersman.session.data.loading",
    "explain": "steersman.learn.explain.contributions",
    "find_slices": "steersman.evaluate.slices",
    "frontier": "steersman.learn.steering",
    "importance": "steersman.learn.explain.importance",
    "labeling_plan": "steersman.learn.monitor.labeling_plan",
    "load": "steersman.data",
    "load_model": "steersman.learn.files.saved_model",
    "model_named": "steersman.learn.catalog.catalog",
    "open_partitions": "steersman.scale.opening",
    "raw_features": "steersman.data.raw_columns",
    "raw_table": "steersman.data.raw_tables",
    "save_model": "steersman.learn.files.saved_model",
    "steer": "steersman.learn.steering",
    "steer_table": "steersman.learn.jobs.steering_job",
}

__getattr__ = lazy_names(__name__, HOMES, extras={"steersman.widget": "notebook"})


def __dir__() -> list[str]:
    return sorted(__all__)
