"""The classic classifiers of a first course, with their knobs, and worlds whose truth is known.

scikit-learn's own are used wherever it has them; what is here is what it has not: classifiers by
centres, by regressions, and those whose training is kept step by step.
"""

from steersman.learn.classic.bayes import BinnedNaiveBayes, MultinomialNaiveBayes
from steersman.learn.classic.linear import BasicLinearClassifier, MultiResponseLinearRegression
from steersman.learn.classic.trained import LogisticAscentClassifier, PerceptronClassifier
from steersman.learn.classic.worlds import LogicTable, Moons, TwoGaussians, UniformSquare

__all__ = [
    "BasicLinearClassifier",
    "BinnedNaiveBayes",
    "LogicTable",
    "LogisticAscentClassifier",
    "Moons",
    "MultiResponseLinearRegression",
    "MultinomialNaiveBayes",
    "PerceptronClassifier",
    "TwoGaussians",
    "UniformSquare",
]
