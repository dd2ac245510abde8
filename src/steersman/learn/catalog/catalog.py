"""The models a person can take hold of, each with its knobs and their ranges, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Literal

from sklearn.base import ClassifierMixin
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from steersman.errors import SteersmanError
from steersman.learn.catalog.count_roots import CountRoots
from steersman.learn.catalog.dense_rows import DenseRows, fits_dense
from steersman.learn.knobs import (
    Knob,
)

LIKELIHOOD_KNOBS: tuple[Knob, ...] = (
    Knob(
        "alpha", "alpha", 1e-5, 2.0, 1.0, "log",
        "Prior weight on \"word present\". Small: trust the counts.", smooths=True,
    ),
    Knob(
        "beta", "beta", 0.5, 300.0, 1.0, "log",
        "Prior weight on \"word absent\". Larger: words are assumed rare.", smooths=True,
    ),
    Knob(
        "slope", "slope", 0.5, 2.0, 1.0, "linear",
        "Steepness of the line: how much evidence for the category counts.",
    ),
    Knob(
        "intercept", "intercept", -300.0, 300.0, None, "linear",
        "Height of the line; Bayes' rule sets it to the log of the prior odds.",
    ),
)  # fmt: skip


@dataclass(frozen=True)
class CatalogEntry:
    """A model by name. `scaled` models see columns of comparable size.

    Of sparse columns, which are mostly word counts, most models see rows as directions ("weighed"):
    rare words weigh more and long rows no more than short ones. Others see the counts as they are,
    or their "roots": a word that comes nine times tells three times as much. A model that is not
    for `sparse` rows gets them dense, as long as they fit into memory.
    """

    name: str
    title: str
    summary: str
    home: str  # module:class
    settings: tuple[tuple[str, object], ...] = ()
    scaled: bool = True
    counts: Literal["weighed", "roots", "as they are"] = "weighed"
    seeded: bool = False
    sparse: bool = True


MODELS: tuple[CatalogEntry, ...] = (
    CatalogEntry(
        "logistic", "Logistic regression", "Tuned by one penalty per feature.",
        "steersman.learn.logistic.classifier:SteerableLogisticRegression", counts="roots",
    ),
    CatalogEntry(
        "martingale", "Martingale program",
        "Classifiers that vote, each to be tuned; no more accurate than one good one.",
        "steersman.learn.martingale.classifier:MartingaleBoostClassifier", seeded=True,
    ),
    CatalogEntry(
        "adaptive", "Adaptive martingale program",
        "Classifiers that vote; sure ones move a row further.",
        "steersman.learn.martingale.adaptive:AdaptiveMartingaleBoostClassifier", seeded=True,
    ),
    CatalogEntry(
        "plane", "Line in the plane", "Naive Bayes with a line in likelihood space.",
        "steersman.learn.likelihood.classifier:LikelihoodSpaceClassifier", scaled=False,
        counts="as they are",
    ),
    CatalogEntry(
        "planes", "Lines in all planes", "Naive Bayes planes of all classes, weighed together.",
        "steersman.learn.likelihood.multiclass:MulticlassLikelihoodSpaceClassifier", scaled=False,
        counts="as they are", seeded=True,
    ),
    CatalogEntry(
        "forest", "Random forest", "Many trees that vote; tuned by its threshold.",
        "sklearn.ensemble:RandomForestClassifier",
        (("n_estimators", 200), ("min_samples_leaf", 2)), scaled=False, counts="as they are",
        seeded=True,
    ),
    CatalogEntry(
        "boosting", "Gradient boosting", "Trees that mend each other; tuned by its threshold.",
        "sklearn.ensemble:HistGradientBoostingClassifier", scaled=False, counts="as they are",
        seeded=True, sparse=False,
    ),
    CatalogEntry(
        "adaboost", "AdaBoost", "Logistic regressions that mend each other and vote.",
        "steersman.learn.classic.boosted:BoostedLogisticClassifier", seeded=True,
    ),
    CatalogEntry(
        "svm", "RBF support vectors", "A smooth frontier; tuned by its threshold.",
        "sklearn.svm:SVC", (("C", 10.0),),
    ),
    CatalogEntry(
        "neighbors", "Nearest neighbors", "The vote of the rows that are most alike.",
        "sklearn.neighbors:KNeighborsClassifier", (("n_neighbors", 15),),
    ),
    CatalogEntry(
        "basic", "Basic linear classifier", "Half-way between the centers of mass.",
        "steersman.learn.classic:BasicLinearClassifier",
    ),
    CatalogEntry(
        "regressions", "Multi-response regression", "A linear regression for each class.",
        "steersman.learn.classic:MultiResponseLinearRegression",
    ),
    CatalogEntry(
        "perceptron", "Perceptron", "Every mistake moves the line.",
        "steersman.learn.classic:PerceptronClassifier", (("max_epochs", 20),),
        sparse=False,
    ),
    CatalogEntry(
        "ascent", "Logistic ascent", "Logistic regression, one row after another.",
        "steersman.learn.classic:LogisticAscentClassifier",
        (("method", "stochastic"), ("learning_rate", 0.01), ("epochs", 50)),
        seeded=True, sparse=False,
    ),
    CatalogEntry(
        "gaussian", "Gaussian naive Bayes", "A normal curve for each column and class.",
        "sklearn.naive_bayes:GaussianNB", sparse=False,
    ),
    CatalogEntry(
        "bernoulli", "Bernoulli naive Bayes", "Each column only as below or above its mean.",
        "sklearn.naive_bayes:BernoulliNB",
    ),
    CatalogEntry(
        "multinomial", "Multinomial naive Bayes", "Columns as counts of words.",
        "steersman.learn.classic:MultinomialNaiveBayes", scaled=False, counts="as they are",
    ),
    CatalogEntry(
        "binned", "Binned naive Bayes", "A histogram for each column and class.",
        "steersman.learn.classic:BinnedNaiveBayes", scaled=False, counts="as they are",
        sparse=False,
    ),
    CatalogEntry(
        "linear-svm", "Linear support vectors", "The widest margin around a straight frontier.",
        "sklearn.svm:LinearSVC", seeded=True,
    ),
)  # fmt: skip

BY_NAME = {entry.name: entry for entry in MODELS}


def why_not_offered(entry: CatalogEntry, rows: int, columns: int, *, sparse: bool) -> str:
    """Why a model cannot learn from so many rows; empty where it can.

    >>> why_not_offered(BY_NAME["boosting"], 100_000, 20_000, sparse=True)
    'Needs dense rows: 100,000 x 20,000 is too large.'
    """
    if entry.sparse or not sparse or fits_dense(rows, columns):
        return ""
    return f"Needs dense rows: {rows:,} x {columns:,} is too large."


def model_named(
    name: str,
    *,
    sparse: bool,
    random_state: int = 0,
    settings: Mapping[str, object] = MappingProxyType({}),
) -> ClassifierMixin | Pipeline:
    """The unfitted model called `name`, with columns scaled where it needs that.

    Parameters
    ----------
    name : str
        Name of a model; an unknown name is answered with the list of names.
    sparse : bool
        Whether the features are a sparse matrix, which is then not centered.
    random_state : int
        Seed.
    settings : mapping
        Other values of parameters of the model.

    Returns
    -------
    classifier or Pipeline
        The unfitted model.

    Examples
    --------
    >>> model_named("logistic", sparse=False).steps[-1][1]
    SteerableLogisticRegression()
    """
    if name not in BY_NAME:
        raise SteersmanError(
            f"there is no model {name!r}",
            todo=f"choose from: {', '.join(BY_NAME)}",
            code="unknown-model",
            model=name,
        )
    entry = BY_NAME[name]
    module, kind = entry.home.split(":")
    chosen = {**dict(entry.settings), **settings}
    if entry.seeded:
        chosen["random_state"] = random_state
    model: ClassifierMixin = getattr(import_module(module), kind)(**chosen)
    if not sparse:
        return make_pipeline(StandardScaler(), model) if entry.scaled else model
    if not entry.sparse:
        dense = (DenseRows(), StandardScaler()) if entry.scaled else (DenseRows(),)
        return make_pipeline(*dense, model)
    if entry.counts == "as they are":
        return model
    return make_pipeline(TfidfTransformer() if entry.counts == "weighed" else CountRoots(), model)
