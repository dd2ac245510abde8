"""The classic classifiers of a first course, with their knobs, and worlds whose truth is known.

scikit-learn's own are used wherever it has them; what is here is what it has not: classifiers by
centers, by regressions, and those whose training is kept step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.learn.classic.bayes import (
        BinnedNaiveBayes,
        MultinomialNaiveBayes,
        likelihood_curves,
    )
    from steersman.learn.classic.boosted import (
        BoostedLogisticClassifier,
        BoostingRound,
        boosting_rounds,
    )
    from steersman.learn.classic.decision_fields import GRID_SIDE, field_of
    from steersman.learn.classic.hard_margin import (
        HardMarginClassifier,
        NoHardMarginError,
        gram_matrix,
    )
    from steersman.learn.classic.linear import BasicLinearClassifier, MultiResponseLinearRegression
    from steersman.learn.classic.models import (
        BY_NAME,
        CLASSIC_MODELS,
        ClassicModel,
        Model,
        Option,
        knobs_for,
        model_of,
    )
    from steersman.learn.classic.simulated import (
        LogicTable,
        Moons,
        Simulation,
        TwoGaussians,
        UniformSquare,
    )
    from steersman.learn.classic.stepwise import LogisticAscentClassifier, PerceptronClassifier
    from steersman.learn.classic.window import Window

__all__ = [
    "BY_NAME",
    "CLASSIC_MODELS",
    "GRID_SIDE",
    "BasicLinearClassifier",
    "BinnedNaiveBayes",
    "BoostedLogisticClassifier",
    "BoostingRound",
    "ClassicModel",
    "HardMarginClassifier",
    "LogicTable",
    "LogisticAscentClassifier",
    "Model",
    "Moons",
    "MultiResponseLinearRegression",
    "MultinomialNaiveBayes",
    "NoHardMarginError",
    "Option",
    "PerceptronClassifier",
    "Simulation",
    "TwoGaussians",
    "UniformSquare",
    "Window",
    "boosting_rounds",
    "field_of",
    "gram_matrix",
    "knobs_for",
    "likelihood_curves",
    "model_of",
]

__getattr__ = lazy_exports(__name__, __file__)
