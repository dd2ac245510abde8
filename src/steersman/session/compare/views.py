"""Views of the compare room: figures, pairs, rows, curves, the report."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from steersman.compare.comparison import PROCEDURE, Comparison
from steersman.compare.cost_measure import measures_of
from steersman.compare.curves import CurvePoint
from steersman.compare.model_figures import INTERVALS, FigurePair, ModelFigures
from steersman.compare.pairing import METHODS
from steersman.compare.score_bands import GRID, ScoreStanding
from steersman.errors import SteersmanError
from steersman.learn.catalog import MODELS, why_not_offered
from steersman.session.compare.figure_jobs import figure_job, written_report
from steersman.session.compare.models import (
    CompareModels,
    current_choice,
    pair_names,
    shown_measure,
)
from steersman.session.compare.pair_views import pair_values
from steersman.session.compare.pairs import pairs_in, tests_of
from steersman.session.compare.shapes import (
    ComparedModelValues,
    ComparedRowFrame,
    CompareView,
    ComparisonFrame,
    CurvePointValues,
    FigureValues,
    ScoreBandValues,
    ScoreCurvesFrame,
    ScoreStandingValues,
    StandingValues,
)
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.row_picture import picture_of
from steersman.session.datasets.row_text import text_of
from steersman.session.matrix.problem import check_class, why_one_at_a_time
from steersman.session.shapes import FileFrame
from steersman.session.state import State
from steersman.session.views import Column, View
from steersman.tasks import Task


def room_values(models: CompareModels, corpus: Corpus, state: State) -> CompareView:
    """The settings of the room; its figures are a separate query."""
    question, rows = models.question_and_rows(corpus, state)
    sealed = corpus.rows - len(rows) if corpus.test is None else corpus.test.rows
    columns = question.X.shape[1]
    return {
        "catalog": [
            {
                "name": entry.name,
                "title": entry.title,
                "summary": entry.summary,
                "why_not": why_not_offered(entry, len(rows), columns, sparse=question.sparse),
            }
            for entry in MODELS
        ],
        "classes": list(question.classes),
        "positive": question.positive,
        "why_one_at_a_time": why_one_at_a_time(corpus),
        "rows": len(rows),
        "sealed": sealed,
        "measures": measures_of(models.question(corpus, state)),
        "measure": shown_measure(state),
        "intervals": INTERVALS,
        "methods": METHODS,
        "procedure": PROCEDURE,
        "summaries": {recipe.name: recipe.summary() for recipe in current_choice(state).models},
        "pair": list(pair_names(current_choice(state))),
    }


def comparison_view(models: CompareModels, corpus: Corpus, state: State, task: Task) -> View:
    """The figures of the models that are fitted, and how far the others are."""
    comparison, cuts = models.comparison(corpus, state, task), models.cuts(state)
    ready = {each.recipe.name: each for each in comparison.standings}
    lines: list[ComparedModelValues] = []
    for recipe in current_choice(state).models:
        done = models.cross_fitted(corpus, state, recipe).folds_done(cuts)
        known = ready.get(recipe.name)
        standing = None if known is None else standing_values(known, comparison.interval)
        lines.append({"name": recipe.name, "done": done, "of": cuts.fits, "standing": standing})
    values: ComparisonFrame = {
        "models": lines,
        "pairs": [pair_values(pair) for pair in comparison.pairs],
        "cautions": list(comparison.cautions),
        "curves_left": [
            recipe.name
            for recipe in current_choice(state).models
            if not models.curve(state, recipe).complete(comparison.question, cuts, recipe)
        ],
        "curves": {
            name: [curve_values(point) for point in points]
            for name, points in comparison.curves.items()
            if points
        },
    }
    return View("comparison", values)


def score_curves_view(
    models: CompareModels, corpus: Corpus, state: State, focus: str, task: Task
) -> View:
    """The curves of the scores of every fitted model, for one class against the rest."""
    question = models.question(corpus, state)
    label = focus or question.positive or question.classes[0]
    check_class(label, question.classes)
    scores = models.scores_of(corpus, state, label, task)
    found = [score_standing_values(name, standing) for name, standing in scores.items()]
    values: ScoreCurvesFrame = {"focus": label, "grid": GRID.tolist(), "models": found}
    return View("score-curves", values)


def score_standing_values(name: str, standing: ScoreStanding) -> ScoreStandingValues:
    """The scores of one model as lists."""
    bands: dict[str, ScoreBandValues] = {
        kind: {
            "mean": band.mean.tolist(),
            "low": band.low.tolist(),
            "high": band.high.tolist(),
        }
        for kind, band in standing.bands.items()
    }
    curve = standing.reliability
    return {
        "name": name,
        "roc": bands["roc"],
        "pr": bands["pr"],
        "gain": bands["gain"],
        "predicted": [] if curve is None else curve.predicted.tolist(),
        "observed": [] if curve is None else curve.observed.tolist(),
        "figures": {
            each.name: {"value": each.value, "low": each.low, "high": each.high}
            for each in standing.figures.values()
        },
    }


def standing_values(standing: ModelFigures, interval: str) -> StandingValues:
    return {
        "matrix": standing.matrix.tolist(),
        "overall": {name: figure_values(each, interval) for name, each in standing.overall.items()},
        "classes": [
            {score: figure_values(each, interval) for score, each in scores.items()}
            for scores in standing.classes.values()
        ],
        "met": list(standing.met),
        "held": list(standing.held),
        "broken": list(standing.broken),
    }


def figure_values(figure: FigurePair, interval: str) -> FigureValues:
    shown = figure.by(interval)
    return {
        "value": shown.value,
        "low": shown.low,
        "high": shown.high,
        "method": shown.method,
        "scores": list(figure.scores),
    }


def curve_values(point: CurvePoint) -> CurvePointValues:
    return {"share": point.share, "rows": point.rows, "errors": list(point.errors)}


def compared_row_view(
    models: CompareModels, corpus: Corpus, state: State, row: int, task: Task
) -> View:
    """One row in full, and what each model says of it in the fold where it is new."""
    question, numbers = models.question_and_rows(corpus, state)
    places = np.flatnonzero(numbers == row)
    if not places.size:
        raise SteersmanError(
            f"row {row} is not compared",
            todo="choose one of the rows listed",
            code="row-not-compared",
            row=row,
        )
    place = int(places[0])
    standings = models.standings_of(corpus, state, task)
    values: ComparedRowFrame = {
        "row": row,
        "id": str(corpus.dataset.ids[row]),
        "labels": corpus.labels(row),
        "true": str(question.y[place]),
        "text": text_of(corpus, row, []),
        "prose": corpus.dataset.text is not None,
        "picture": picture_of(corpus, row),
        "said": [
            {"name": each.recipe.name, "class": question.classes[each.predicted[place]]}
            for each in standings
        ],
    }
    return View("compared-row", values)


def report_view(models: CompareModels, corpus: Corpus, state: State, kind: str, task: Task) -> View:
    """The report as a file; all pairs are tested for it."""
    comparison = with_tests(models, corpus, state, task)
    name = f"{state.dataset}-comparison"
    ending = "html" if kind == "html" else "zip"
    given = (comparison, kind, name)
    rows = len(comparison.standings) * len(comparison.question.y)
    content = task.result(
        "comparison report",
        lambda: (
            *models.question_key(state),
            vars(current_choice(state)),
            comparison.measure,
            *given[1:],
        ),
        lambda: written_report(*given, task),
        job=figure_job("comparison-report", given, rows, "the report", len(comparison.standings)),
        stored=False,
    )
    column = Column("bytes", np.frombuffer(content, dtype=np.uint8), version=None)
    return View("file", FileFrame(name=f"{name}.{ending}"), (column,))


def with_tests(models: CompareModels, corpus: Corpus, state: State, task: Task) -> Comparison:
    """The comparison with the tests of all its pairs."""
    comparison = models.comparison(corpus, state, task)
    if not comparison.standings:
        raise SteersmanError(
            "no model has been fitted yet",
            todo="compare some models first",
            code="models-not-fitted",
        )
    pairs = pairs_in(comparison)
    tests = dict(zip(pairs, tests_of(models, corpus, state, list(pairs.values()), task)))
    about = "all classes" if current_choice(state).all_classes else state.category
    title = f"{state.dataset}, {about}: {len(comparison.standings)} models compared"
    return replace(comparison, tests=tests, title=title)
