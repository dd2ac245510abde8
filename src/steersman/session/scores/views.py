"""Views of the scores room: curves, figures and reliability, on tuning and final test rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steersman.evaluate import ReliabilityCurve, ScoreCurves, reliability_curve, score_figures
from steersman.learn.steering import (
    Attainable,
    CutoffPath,
    calibration_of,
    cutoff_path,
    scorer_of,
    with_calibration,
)
from steersman.session.datasets.corpus import Corpus
from steersman.session.ledger import Ledger, Registry
from steersman.session.matrix.cutoff import focused_class
from steersman.session.matrix.model_jobs import SLOW_MODELS
from steersman.session.matrix.models import Key, MatrixModels, choice_of
from steersman.session.matrix.problem import MatrixProblem, Part
from steersman.session.scores.shapes import (
    ModelScoresFrame,
    ReliabilityValues,
    ScoredRowsValues,
    ScoreFigures,
)
from steersman.session.state import State
from steersman.session.views import View
from steersman.tasks import Task
from steersman.workers import WorkerJob

Floats = NDArray[np.float64]

MOST_POINTS = 800
FEWEST_DRAWS, MOST_DRAWS = 100, 500
CELLS_DRAWN = 20_000_000
# Of more rows a worker finds the intervals: those of 1,000 take 30 ms.
QUICK_ROWS = 1_000


class ScoreViews:
    """Computes the views and keeps the parts that take time."""

    def __init__(self, models: MatrixModels, ledger: Ledger) -> None:
        self.models = models
        # By question, model and class: what a final test has to say is the same for all cut-offs.
        self.figures: Registry[Key, ScoreFigures] = ledger.registry()

    def scores_view(self, corpus: Corpus, state: State, focus: str, task: Task) -> View:
        """The curves and figures of the current model."""
        problem, shown = (
            self.models.problem(corpus, state),
            self.models.current_model(state),
        )
        name = focused_class(problem, focus)
        scored = self.models.attainable(corpus, state)
        if problem.holdout.whole is not None:
            scored = self.scores_of_sample(state, problem.holdout)
        tuning = self.scored_rows(state, problem, problem.holdout, scored, name, task)
        test = None
        if self.test_was_seen(state):
            scored = self.scores_of_sample(state, problem.test)
            test = self.scored_rows(state, problem, problem.test, scored, name, task)
        calibration = calibration_of(shown.model)
        values: ModelScoresFrame = {
            "model": shown.number,
            "focus": name,
            "calibration": calibration.method if calibration else "none",
            "tuning": tuning,
            "test": test,
        }
        return View("model-scores", values)

    def scores_of_sample(self, state: State, part: Part) -> Attainable:
        """The scores of the rows in memory: curves take single rows, and cannot be counted."""
        model = self.models.current_model(state).model
        return self.models.registry(state).attainable(model, replace(part, whole=None))

    def test_was_seen(self, state: State) -> bool:
        """Whether the final test was run with these scores, whatever the cut-off was."""
        models = self.models.registry(state).models
        scorer = scorer_of(self.models.current_model(state).model)
        looked_at = self.models.models_looked_at(state)
        return any(scorer_of(models[number].model) is scorer for number in looked_at)

    def scored_rows(
        self,
        state: State,
        problem: MatrixProblem,
        part: Part,
        scored: Attainable,
        name: str,
        task: Task,
    ) -> ScoredRowsValues:
        """The scores of some rows."""
        path = cutoff_path(scored, problem.classes.index(name))
        kept = spaced_places(path)
        key = (*self.models.question(state), choice_of(state).shown, name, part is problem.test)
        if key not in self.figures:
            model = self.models.current_model(state).model
            given, job = (model, part.X, name, path.truth, path.lead), None
            if len(path.truth) > QUICK_ROWS or choice_of(state).model in SLOW_MODELS:
                job = WorkerJob("score-figures", given, "the intervals")
            self.figures[key] = task.result(
                "score figures",
                lambda: key,
                lambda: figures_of_scores(*given, task),
                job=job,
                stored=False,
            )
        return {
            "rows": len(part.y),
            "positives": int(path.truth.sum()),
            "settings": path.settings[kept].tolist(),
            "tp": path.tp[kept].tolist(),
            "fp": path.fp[kept].tolist(),
            "now": int(np.searchsorted(kept, path.now)),
            **self.figures[key],
        }


def probabilities_of(model: object, X: Any, name: str) -> Floats | None:
    """(rows,) the probability of a class; None where a model has none."""
    if not hasattr(model, "predict_proba"):
        return None
    place = [str(each) for each in model.classes_].index(name)  # type: ignore[attr-defined]
    return np.asarray(model.predict_proba(X), dtype=np.float64)[:, place]


def spaced_places(path: CutoffPath) -> NDArray[np.intp]:
    """(points,) settings that draw all curves: the ends, the current one, others far apart."""
    count = len(path.settings)
    if count <= MOST_POINTS:
        return np.arange(count)
    positives = int(path.truth.sum())
    curves = ScoreCurves(path.settings, path.tp, path.fp, positives, len(path.truth) - positives)
    axes = np.stack([curves.recall, curves.false_positive_rate, curves.precision])
    length = np.concatenate([[0.0], np.cumsum(np.abs(np.diff(axes)).sum(axis=0))])
    even = np.searchsorted(length, np.linspace(0.0, length[-1], MOST_POINTS - 1))
    return np.unique(np.concatenate([[0, path.now, count - 1], np.clip(even, 0, count - 1)]))


def figures_of_scores(
    model: object, X: Any, name: str, truth: NDArray[np.bool_], lead: Floats, task: Task
) -> ScoreFigures:
    """AUC, average precision, Brier score and log loss with intervals, and reliability."""
    task.report("drawing rows for intervals", None)
    shares, before = probabilities_of(model, X, name), None
    if calibration_of(model) is not None:
        before = probabilities_of(with_calibration(model, None), X, name)
    draws = int(np.clip(CELLS_DRAWN // len(truth), FEWEST_DRAWS, MOST_DRAWS))
    return {
        "figures": [
            {
                "name": each.name,
                "value": each.value,
                "low": each.low,
                "high": each.high,
                "method": each.method,
            }
            for each in score_figures(truth, lead, shares, n_resamples=draws)
        ],
        "reliability": None if shares is None else reliability_values(truth, shares),
        "uncalibrated": None if before is None else reliability_values(truth, before),
    }


def reliability_values(truth: NDArray[np.bool_], shares: Floats) -> ReliabilityValues:
    """The reliability curve as lists."""
    curve: ReliabilityCurve = reliability_curve(truth, shares)
    return {
        "predicted": curve.predicted.tolist(),
        "observed": curve.observed.tolist(),
        "low": curve.low.tolist(),
        "high": curve.high.tolist(),
        "rows": curve.rows.tolist(),
        "error": curve.error,
    }
