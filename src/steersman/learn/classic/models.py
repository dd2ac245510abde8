"""The models of the lab, each with its knobs and options, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, cast

from sklearn.base import ClassifierMixin
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from steersman.learn.classic.bayes import BinnedNaiveBayes, MultinomialNaiveBayes
from steersman.learn.classic.linear import BasicLinearClassifier, MultiResponseLinearRegression
from steersman.learn.classic.trained import (
    LogisticAscentClassifier,
    Method,
    PerceptronClassifier,
    Start,
)
from steersman.learn.knobs import Knob

__all__ = ["CLASSIC_MODELS", "ClassicModel", "Option", "knobs_for", "model_of"]

Model: TypeAlias = ClassifierMixin
Knobs = Mapping[str, float]
Options = Mapping[str, str]

HARD_C = 1e6
MOST_STEPS = 200_000


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
    family: Literal["linear", "logistic", "bayes", "neighbours", "svm"]
    summary: str
    says: Literal["probability", "score"]
    made: Callable[[Knobs, Options], Model]
    knobs: tuple[Knob, ...] = ()
    options: tuple[Option, ...] = ()


RATE = Knob(
    "rate", "learning rate η", 0.01, 5.0, 1.0, "log", "How far each update moves the weights."
)
START = Option(
    "start", "starts at", (("zero", "zero"), ("centres", "the centres")),
    "Where the weights start: at zero, or at the basic linear classifier.",
)  # fmt: skip
ALPHA = Knob(
    "alpha", "imagined rows α", 0.01, 20.0, 1.0, "log",
    "How many imagined rows each value has in each class, so that no probability is zero.",
)  # fmt: skip


def whole(knobs: Knobs, name: str) -> int:
    return round(knobs[name])


def perceptron(knobs: Knobs, options: Options) -> Model:
    return PerceptronClassifier(
        knobs["rate"],
        start=cast(Start, options["start"]),
        max_epochs=whole(knobs, "epochs"),
    )


def ascent(knobs: Knobs, options: Options) -> Model:
    return LogisticAscentClassifier(
        cast(Method, options["method"]),
        knobs["rate"],
        whole(knobs, "epochs"),
        cast(Start, options["start"]),
    )


def bernoulli(knobs: Knobs, _options: Options) -> Model:
    return make_pipeline(StandardScaler(), BernoulliNB(alpha=knobs["alpha"], binarize=knobs["cut"]))


def support_vectors(knobs: Knobs, options: Options) -> Model:
    kernel = options["kernel"]
    settings: dict[str, object] = {"kernel": kernel, "max_iter": MOST_STEPS}
    settings["C"] = HARD_C if options["margin"] == "hard" else knobs["C"]
    if kernel != "linear":
        settings["gamma"] = knobs["gamma"]
    if kernel == "poly":
        settings |= {"degree": whole(knobs, "degree"), "gamma": 1.0, "coef0": 1.0}
    if kernel == "sigmoid":
        settings["coef0"] = knobs["coef0"]
    return SVC(**settings)


CLASSIC_MODELS: tuple[ClassicModel, ...] = (
    ClassicModel(
        "basic", "Basic linear classifier", "linear",
        "Half-way between the centres of mass: w = p − n.", "score",
        lambda *_: BasicLinearClassifier(),
    ),
    ClassicModel(
        "regressions", "Multi-response linear regression", "linear",
        "A least squares regression for each class; the larger output wins.", "score",
        lambda *_: MultiResponseLinearRegression(),
    ),
    ClassicModel(
        "perceptron", "Perceptron", "linear",
        "Every mistake moves the line, until there is none.", "score", perceptron,
        (
            RATE,
            Knob("epochs", "passes at most", 1, 500, 50, "log",
                 "How often it may go through all points before it gives up.", whole=True),
        ),
        (START,),
    ),
    ClassicModel(
        "ascent", "Logistic regression", "logistic",
        "Climbs the log conditional likelihood, step by step.", "probability", ascent,
        (
            replace(RATE, default=0.5),
            Knob("epochs", "epochs", 1, 500, 100, "log",
                 "How often it goes through all points.", whole=True),
        ),
        (
            Option("method", "gradient", (("batch", "all points"), ("stochastic", "one by one")),
                   "Batch: each step uses all points. Stochastic: one point after another."),
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
        "Each column only as below or above a cut.", "probability", bernoulli,
        (
            Knob("cut", "cut", -2.0, 2.0, 0.0, "linear",
                 "Where each column is cut in two: so many standard deviations from its mean."),
            ALPHA,
        ),
    ),
    ClassicModel(
        "multinomial", "Multinomial naive Bayes", "bayes",
        "The columns as counts of two words; meant for texts.", "probability",
        lambda knobs, _: MultinomialNaiveBayes(knobs["alpha"]),
        (ALPHA,),
    ),
    ClassicModel(
        "binned", "Binned naive Bayes", "bayes",
        "A histogram for each column and class.", "probability",
        lambda knobs, _: BinnedNaiveBayes(whole(knobs, "bins"), knobs["alpha"]),
        (
            Knob("bins", "bins", 2, 40, 10, "linear",
                 "Into how many parts of equal width each column is cut.", whole=True),
            ALPHA,
        ),
    ),
    ClassicModel(
        "neighbours", "k nearest neighbours", "neighbours",
        "The vote of the k points that are nearest.", "probability",
        lambda knobs, _: KNeighborsClassifier(whole(knobs, "k"), algorithm="brute"),
        (Knob("k", "k", 1, 1, 5, "log", "How many neighbours vote.", whole=True),),
    ),
    ClassicModel(
        "svm", "Support vector machine", "svm",
        "The widest margin between the classes.", "score", support_vectors,
        (
            Knob("C", "slack C", 0.01, 1000.0, 1.0, "log",
                 "What a point inside the margin or on the wrong side costs."),
            Knob("gamma", "gamma γ", 0.01, 50.0, 1.0, "log",
                 "RBF: how quickly a support vector's influence falls. Sigmoid: κ1."),
            Knob("degree", "degree d", 1, 8, 3, "linear",
                 "The degree of the polynomial (1 + ⟨x, y⟩)^d.", whole=True),
            Knob("coef0", "shift κ2", -5.0, 5.0, 0.0, "linear",
                 "The sigmoid kernel is tanh(κ1⟨x, y⟩ + κ2)."),
        ),
        (
            Option("kernel", "kernel",
                   (("linear", "linear"), ("poly", "polynomial"), ("rbf", "RBF"),
                    ("sigmoid", "sigmoid")),
                   "How alike two points are; the frontier is linear in the kernel's space."),
            Option("margin", "margin", (("soft", "with slack"), ("hard", "hard")),
                   "Hard: no point may lie inside the margin. With slack: it may, at a price."),
        ),
    ),
)  # fmt: skip

BY_NAME = {model.name: model for model in CLASSIC_MODELS}


def knobs_for(model: ClassicModel, n: int) -> tuple[Knob, ...]:
    """The knobs of a model when there are n points: k goes up to n."""
    return tuple(replace(knob, high=n) if knob.name == "k" else knob for knob in model.knobs)


def model_of(name: str, knobs: Knobs, options: Options, n: int) -> Model:
    """The unfitted model with its knobs and options set, for n points.

    >>> model_of("neighbours", {"k": 7}, {}, 100)
    KNeighborsClassifier(algorithm='brute', n_neighbors=7)
    """
    model = BY_NAME[name]
    turned = {knob.name: float(knob.default or 0) for knob in model.knobs} | dict(knobs)
    chosen = {option.name: option.values[0][0] for option in model.options} | dict(options)
    if "k" in turned:
        turned["k"] = min(max(turned["k"], 1), n)
    return model.made(turned, chosen)
