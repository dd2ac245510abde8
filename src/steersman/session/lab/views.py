"""Views of the lab: figures, sentences and columns."""

from __future__ import annotations

import numpy as np
from sklearn.svm import SVC

from steersman.data.splits import fold_numbers
from steersman.learn.classic import (
    BY_NAME,
    CLASSIC_MODELS,
    BasicLinearClassifier,
    ClassicModel,
    HardMarginClassifier,
    LogisticAscentClassifier,
    Option,
    PerceptronClassifier,
    knobs_for,
)
from steersman.learn.knobs import Knob
from steersman.maths.confusion import wilson_interval
from steersman.maths.lessons import (
    held_out_errors,
    homogeneous,
    log_conditional_likelihood,
    recommended_k,
)
from steersman.session.datasets.corpus import Corpus
from steersman.session.lab.choice import LabChoice
from steersman.session.lab.fits import (
    MOST_QUICK_POINTS,
    FittedLabModel,
    Flags,
    Floats,
    LabBench,
)
from steersman.session.lab.points import LabPoints, chosen_columns, table_columns
from steersman.session.lab.proofs import proof_values
from steersman.session.lab.shapes import (
    ErrorsValues,
    LabKnobValues,
    LabModelValues,
    LabOptionValues,
    LabSourceValues,
    LabView,
    NeighborCurveFrame,
    SupportValues,
    WayValues,
)
from steersman.session.lab.sources import SOURCES, known_source, source_knobs
from steersman.session.state import State
from steersman.session.views import Column, View
from steersman.tasks import Task
from steersman.workers import WorkerJob

CURVE_PARTS = 10
CURVE_SEED = 0
STOPPED = "The solver stopped before it converged; the frontier may still move."


def lab_view(bench: LabBench, corpus: Corpus, state: State, choice: LabChoice) -> View:
    """Everything on the bench."""
    points = bench.points(corpus, state, choice)
    shown = [bench.fit(points, each) for each in choice.models]
    values: LabView = {
        "sources": [
            {"name": each.name, "title": each.title, "summary": each.summary} for each in SOURCES
        ],
        "catalog": [
            {"name": each.name, "title": each.title, "summary": each.summary}
            for each in CLASSIC_MODELS
        ],
        "source": source_values(corpus, choice),
        "points": {
            "count": len(points.X),
            "positives": int(points.positive.sum()),
            "window": points.window,
            "axes": points.axes,
            "classes": points.classes,
            "bayes_error": None if points.world is None else points.world.bayes_error(),
            "test": 0 if points.test is None else len(points.test[0]),
        },
        "models": [model_values(points, each) for each in shown],
    }
    columns = [
        Column("lab.xy", points.X.astype(np.float32), points.key),
        Column("lab.class", points.positive.astype(np.uint8), points.key),
    ]
    truth = bench.truth(points)
    if truth is not None:
        columns.append(Column("lab.truth", truth, points.key))
    for place, each in enumerate(shown):
        columns += model_columns(points, each, f"lab.{place}")
    return View("lab", values, tuple(columns))


def source_values(corpus: Corpus, choice: LabChoice) -> LabSourceValues:
    source = known_source(choice.source)
    turned = source_knobs(source, choice.knobs)
    table = source.name == "table"
    return {
        "name": source.name,
        "title": source.title,
        "knobs": [lab_knob(knob, turned[knob.name]) for knob in source.knobs],
        "columns": table_columns(corpus) if table else [],
        "chosen": list(chosen_columns(corpus, choice)) if table else [],
    }


def model_values(points: LabPoints, fitted: FittedLabModel) -> LabModelValues:
    """One model in figures and words."""
    entry, model = BY_NAME[fitted.choice.model], fitted.model
    return {
        "model": entry.name,
        "title": entry.title,
        "family": entry.family,
        "says": entry.says,
        "knobs": knob_values(entry, points, fitted),
        "options": [
            lab_option(option, fitted.choice.options.get(option.name, option.values[0][0]))
            for option in entry.options
        ],
        "refusal": fitted.refusal,
        "training": error_values(fitted.wrong),
        "test": error_values(fitted.test_wrong),
        "weights": weights_of(fitted),
        "centers": centers_of(model) if isinstance(model, BasicLinearClassifier) else None,
        "scale": field_scale(entry, fitted),
        "training_way": way_values(points, fitted),
        "proof": proof_values(points, fitted),
        "support": support_values(fitted),
        "recommended_k": recommended_k(len(points.X), 2) if entry.family == "neighbors" else None,
        "densities": fitted.curves is not None,
    }


def knob_values(
    entry: ClassicModel, points: LabPoints, fitted: FittedLabModel
) -> list[LabKnobValues]:
    """The knobs that matter under the options chosen, each with its value."""
    kernel = fitted.choice.options.get("kernel", "linear")
    hard = fitted.choice.options.get("margin") == "hard"
    # Knobs without effect under the chosen kernel would only confuse.
    idle = {
        "C": hard,
        "gamma": kernel not in ("rbf", "sigmoid"),
        "degree": kernel != "poly",
        "coef0": kernel != "sigmoid",
    }
    return [
        lab_knob(knob, min(fitted.choice.knobs.get(knob.name, knob.default or 0), knob.high))
        for knob in knobs_for(entry, len(points.X))
        if entry.family != "svm" or not idle[knob.name]
    ]


def lab_knob(knob: Knob, value: float) -> LabKnobValues:
    return {
        "name": knob.name,
        "label": knob.label,
        "low": knob.low,
        "high": knob.high,
        "default": knob.default or 0.0,
        "scale": knob.scale,
        "help": knob.help,
        "whole": knob.whole,
        "value": value,
    }


def lab_option(option: Option, value: str) -> LabOptionValues:
    return {
        "name": option.name,
        "label": option.label,
        "values": list(option.values),
        "help": option.help,
        "value": value,
    }


def error_values(wrong: Flags | None) -> ErrorsValues | None:
    if wrong is None or not len(wrong):
        return None
    return {
        "wrong": int(wrong.sum()),
        "of": len(wrong),
        "rate": float(wrong.mean()),
        "interval": wilson_interval(int(wrong.sum()), len(wrong)),
    }


def weights_of(fitted: FittedLabModel) -> tuple[float, float, float] | None:
    """The homogeneous weights of a linear model."""
    model = fitted.model
    if model is None or not hasattr(model, "intercept_"):
        return None
    if isinstance(model, SVC) and model.kernel != "linear":
        return None
    (bias,), (first, second) = np.ravel(model.intercept_), np.ravel(model.coef_)
    return float(bias), float(first), float(second)


def centers_of(model: BasicLinearClassifier) -> tuple[tuple[float, float], tuple[float, float]]:
    """The center of the negatives and of the positives."""
    (a, b), (c, d) = model.centers_
    return (float(a), float(b)), (float(c), float(d))


def field_scale(entry: ClassicModel, fitted: FittedLabModel) -> float:
    """The score at which the color is full: a support vector machine's margin, else a spread."""
    if entry.says == "probability" or fitted.said is None or fitted.field is None:
        return 1.0
    if entry.family == "svm":
        # Full color at twice the margin, where the score is 2.
        return 2.0
    return float(np.quantile(np.abs(fitted.said), 0.9)) or 1.0


def way_values(points: LabPoints, fitted: FittedLabModel) -> WayValues | None:
    """How far the training was played, and how it ended."""
    model, way = fitted.model, fitted.way
    if way is None:
        return None
    steps = len(way) - 1
    if isinstance(model, PerceptronClassifier):
        trace = model.traces_[0]
        return {
            "kind": "perceptron",
            "steps": steps,
            "step": fitted.step,
            "updates": fitted.step,
            "epoch": int(trace.epochs[fitted.step - 1]) if fitted.step else 0,
            "converged": trace.converged,
            "verdict": perceptron_verdict(points, model),
        }
    assert isinstance(model, LogisticAscentClassifier)  # noqa: S101
    design = homogeneous(points.X)
    truth = points.positive.astype(np.float64)
    likelihood = log_conditional_likelihood(design, truth, way[fitted.step])[0]
    return {
        "kind": "ascent",
        "steps": steps,
        "step": fitted.step,
        "updates": int(model.paths_[0].updates[fitted.step]),
        "epoch": None,
        "converged": None,
        "likelihood": float(likelihood),
        "verdict": "",
    }


def perceptron_verdict(points: LabPoints, model: PerceptronClassifier) -> str:
    trace = model.traces_[0]
    updates = len(trace.examples)
    if trace.converged:
        return f"Converged after {updates:,} updates: a whole pass without errors."
    if points.common is not None:
        return "It can never converge: no line separates the classes."
    return f"Not converged after {updates:,} updates, although a line exists: allow more passes."


def support_values(fitted: FittedLabModel) -> SupportValues | None:
    """The support vectors of a machine in figures."""
    model = fitted.model
    if not isinstance(model, SVC) or fitted.wrong is None:
        return None
    if isinstance(model, HardMarginClassifier):
        return {
            "count": len(model.support_),
            "at_bound": None,
            "width": model.width_,
            "C": None,
            "warning": "",
        }
    # libsvm stops within a tolerance, so "at the bound C" needs one as well.
    bound = np.abs(model.dual_coef_[0]) >= model.C * (1 - 1e-9)
    length = float(np.linalg.norm(model.coef_)) if model.kernel == "linear" else 0.0
    stopped = model.fit_status_ != 0
    return {
        "count": len(model.support_),
        "at_bound": int(bound.sum()),
        "width": 2 / length if length else None,
        "C": float(model.C),
        "warning": STOPPED if stopped else "",
    }


def model_columns(points: LabPoints, fitted: FittedLabModel, name: str) -> list[Column]:
    """The arrays of one model."""
    if fitted.model is None:
        return []
    assert fitted.said is not None  # noqa: S101
    assert fitted.wrong is not None  # noqa: S101
    assert fitted.field is not None  # noqa: S101
    # The way does not change while its steps are played, so it is sent once.
    key, untouched = fitted.key, (points.key, fitted.key[:2])  # type: ignore[index]
    columns = [
        Column(f"{name}.field", fitted.field, key),
        Column(f"{name}.said", fitted.said.astype(np.float32), key),
        Column(f"{name}.wrong", fitted.wrong.astype(np.uint8), key),
    ]
    if fitted.curves is not None:
        columns.append(Column(f"{name}.curves", fitted.curves.astype(np.float32), key))
    if fitted.way is not None:
        columns.append(Column(f"{name}.way", fitted.way.astype(np.float32), untouched))
    if isinstance(fitted.model, PerceptronClassifier):
        examples = fitted.model.traces_[0].examples.astype(np.uint32)
        columns.append(Column(f"{name}.examples", examples, untouched))
    if isinstance(fitted.model, LogisticAscentClassifier):
        design, truth = homogeneous(points.X), points.positive.astype(np.float64)
        likelihoods = log_conditional_likelihood(design, truth, fitted.model.paths_[0].weights)
        columns.append(Column(f"{name}.likelihood", likelihoods.astype(np.float32), untouched))
    if isinstance(fitted.model, SVC):
        duals = np.zeros(len(points.X), dtype=np.float32)
        duals[fitted.model.support_] = fitted.model.dual_coef_[0]
        columns.append(Column(f"{name}.duals", duals, key))
    return columns


def curve_of_neighbors(X: Floats, positive: Flags, task: Task) -> tuple[Floats, Floats]:
    """(k,) the cross-validated error of every k, and its spread over the folds."""
    task.report("trying every k")
    folds = fold_numbers(positive, min(CURVE_PARTS, len(X)), CURVE_SEED)
    return held_out_errors(X, positive, folds)


def neighbor_curve_view(points: LabPoints, task: Task) -> View:
    """The cross-validated error of every k, the best one and the one that theory recommends."""
    given = (points.X, points.positive)
    quick = len(points.X) <= MOST_QUICK_POINTS
    errors, spread = task.result(
        "neighbor curve",
        lambda: given,
        lambda: curve_of_neighbors(*given, task),
        job=None if quick else WorkerJob("neighbor-curve", given, "the curve"),
        stored=False,
    )
    values: NeighborCurveFrame = {
        "parts": min(CURVE_PARTS, len(points.X)),
        "best": int(errors.argmin()) + 1,
        "recommended": recommended_k(len(points.X), 2),
    }
    columns = (
        Column("errors", errors.astype(np.float32), ""),
        Column("spread", spread.astype(np.float32), ""),
    )
    return View("neighbor-curve", values, columns)
