"""The models of the lab, each with its knobs and options, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, cast

from sklearn.base import ClassifierMixin
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Binarizer, StandardScaler
from sklearn.svm import SVC

from steersman.learn.classic.bayes import BinnedNaiveBayes, MultinomialNaiveBayes
from steersman.learn.classic.hard_margin import HardMarginClassifier
from steersman.learn.classic.linear import BasicLinearClassifier, MultiResponseLinearRegression
from steersman.learn.classic.stepwise import (
    LogisticAscentClassifier,
    Method,
    PerceptronClassifier,
    Start,
)
from steersman.learn.knobs import (
    ALPHA,
    BINS,
    CUT,
    DEGREE,
    EPOCHS,
    GAMMA,
    NEIGHBORS,
    PASSES,
    RATE,
    SHIFT,
    SLACK,
    Knob,
)

Model: TypeAlias = ClassifierMixin
Knobs = Mapping[str, float]
Options = Mapping[str, str]

MOST_STEPS = 200_000
MOST_UPDATES = 20_000


@dataclass(frozen=True)
class Option:
    """One word of a model that a person may choose; the first is the default."""

    name: str
    label: str
    values: tuple[tuple[str, str], ...]
    help: str


@dataclass(frozen=True)
class ClassicModel:
    """A model by name; `made` builds it from its knobs and options for n points.

    `says` is what its regions show: probabilities, or scores.
    """

    name: str
    title: str
    family: Literal["linear", "logistic", "bayes", "neighbors", "svm"]
    summary: str
    says: Literal["probability", "score"]
    made: Callable[[Knobs, Options], Model]
    knobs: tuple[Knob, ...] = ()
    options: tuple[Option, ...] = ()


START = Option(
    "start", "start", (("zero", "zero"), ("centers", "class centers")),
    "Where the weights start: at zero, or at the basic linear classifier.",
)  # fmt: skip


def whole(knobs: Knobs, name: str) -> int:
    return round(knobs[name])


def perceptron(knobs: Knobs, options: Options) -> Model:
    return PerceptronClassifier(
        knobs["learning_rate"],
        start=cast(Start, options["start"]),
        max_epochs=whole(knobs, "max_epochs"),
        max_updates=MOST_UPDATES,
        trace=True,
        # A lesson follows the points in the order in which they were painted.
        shuffle=False,
    )


def ascent(knobs: Knobs, options: Options) -> Model:
    return LogisticAscentClassifier(
        cast(Method, options["method"]),
        knobs["learning_rate"],
        whole(knobs, "epochs"),
        cast(Start, options["start"]),
        trace=True,
    )


def bernoulli(knobs: Knobs, _options: Options) -> Model:
    return make_pipeline(
        StandardScaler(),
        Binarizer(threshold=knobs["binarize"]),
        BernoulliNB(alpha=knobs["alpha"], binarize=None),
    )


def support_vectors(knobs: Knobs, options: Options) -> Model:
    kernel = options["kernel"]
    settings: dict[str, Any] = {"kernel": kernel}
    if kernel != "linear":
        settings["gamma"] = knobs["gamma"]
    if kernel == "poly":
        settings |= {"degree": whole(knobs, "degree"), "gamma": 1.0, "coef0": 1.0}
    if kernel == "sigmoid":
        settings["coef0"] = knobs["coef0"]
    if options["margin"] == "hard":
        return HardMarginClassifier(**settings)
    return SVC(C=knobs["C"], max_iter=MOST_STEPS, **settings)


CLASSIC_MODELS: tuple[ClassicModel, ...] = (
    ClassicModel(
        "basic", "Basic linear classifier", "linear",
        "The line half-way between the class centers: w = p − n.", "score",
        lambda *_: BasicLinearClassifier(),
    ),
    ClassicModel(
        "regressions", "Multi-response linear regression", "linear",
        "A least squares regression for each class; the larger output decides.", "score",
        lambda *_: MultiResponseLinearRegression(),
    ),
    ClassicModel(
        "perceptron", "Perceptron", "linear",
        "Every error moves the line, until there is none.", "score", perceptron,
        (RATE, PASSES),
        (START,),
    ),
    ClassicModel(
        "ascent", "Logistic regression", "logistic",
        "Gradient ascent on the log conditional likelihood.", "probability", ascent,
        (replace(RATE, default=0.01), EPOCHS),
        (
            Option("method", "gradient",
                   (("batch", "sum"), ("mean", "mean"), ("stochastic", "stochastic")),
                   "Sum or mean over all points in each step, or one point after another."),
            START,
        ),
    ),
    ClassicModel(
        "gaussian", "Gaussian naive Bayes", "bayes",
        "A normal curve for each column and class.", "probability",
        lambda *_: GaussianNB(),
    ),
    ClassicModel(
        "bernoulli", "Bernoulli naive Bayes", "bayes",
        "Each column is only below or above a threshold.", "probability", bernoulli,
        (CUT, ALPHA),
    ),
    ClassicModel(
        "multinomial", "Multinomial naive Bayes", "bayes",
        "Columns as word counts; meant for text.", "probability",
        lambda knobs, _: MultinomialNaiveBayes(knobs["alpha"]),
        (ALPHA,),
    ),
    ClassicModel(
        "binned", "Binned naive Bayes", "bayes",
        "A histogram for each column and class.", "probability",
        lambda knobs, _: BinnedNaiveBayes(whole(knobs, "bins"), knobs["alpha"]),
        (BINS, ALPHA),
    ),
    ClassicModel(
        "neighbors", "k nearest neighbors", "neighbors",
        "The k nearest points vote.", "probability",
        lambda knobs, _: KNeighborsClassifier(whole(knobs, "n_neighbors"), algorithm="brute"),
        (NEIGHBORS,),
    ),
    ClassicModel(
        "svm", "Support vector machine", "svm",
        "The widest margin between the classes.", "score", support_vectors,
        (SLACK, GAMMA, DEGREE, SHIFT),
        (
            Option("kernel", "kernel",
                   (("linear", "linear"), ("poly", "polynomial"), ("rbf", "RBF"),
                    ("sigmoid", "sigmoid")),
                   "Similarity of two points; the frontier is linear in the kernel's space."),
            Option("margin", "margin", (("soft", "soft"), ("hard", "hard")),
                   "Hard: no point may lie inside the margin. Soft: it may, at a cost."),
        ),
    ),
)  # fmt: skip

BY_NAME = {model.name: model for model in CLASSIC_MODELS}


def knobs_for(model: ClassicModel, n: int) -> tuple[Knob, ...]:
    """The knobs of a model when there are n points: k goes up to n."""
    return tuple(
        replace(knob, high=n) if knob.name == "n_neighbors" else knob for knob in model.knobs
    )


def model_of(name: str, knobs: Knobs, options: Options, n: int) -> Model:
    """The unfitted model with its knobs and options set, for n points.

    >>> model_of("neighbors", {"n_neighbors": 7}, {}, 100)
    KNeighborsClassifier(algorithm='brute', n_neighbors=7)
    """
    model = BY_NAME[name]
    turned = {knob.name: float(knob.default or 0) for knob in model.knobs} | dict(knobs)
    chosen = {option.name: option.values[0][0] for option in model.options} | dict(options)
    if "n_neighbors" in turned:
        turned["n_neighbors"] = min(turned["n_neighbors"], n)
    return model.made(turned, chosen)
