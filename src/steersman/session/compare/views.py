"""Views of the compare room: figures, pairs, rows, curves, the report."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from steersman.compare.comparison import INDEPENDENCE, PROCEDURE, Comparison
from steersman.compare.cost_measure import measures_of
from steersman.compare.curves import CurvePoint
from steersman.compare.measured_pairs import measure_test
from steersman.compare.model_figures import INTERVALS, FigurePair, ModelFigures
from steersman.compare.pairing import METHODS, PairTests, rows_on_side
from steersman.compare.report_files import html_report, zipped_report
from steersman.compare.score_bands import GRID, ScoreStanding
from steersman.errors import SteersmanError
from steersman.evaluate.mcnemar_test import Method, mcnemar_tails
from steersman.evaluate.pairs import ComparedPair
from steersman.learn.catalog import MODELS, why_not_offered
from steersman.session.compare.actions import PairExamples
from steersman.session.compare.models import (
    CompareModels,
    current_choice,
    pair_names,
    shown_measure,
)
from steersman.session.compare.shapes import (
    ComparedModelValues,
    ComparedRowFrame,
    CompareView,
    ComparisonFrame,
    CurvePointValues,
    FigureValues,
    PairExamplesFrame,
    PairExampleValues,
    PairFigures,
    PairFrame,
    PairsFrame,
    PairTable,
    PairTestValues,
    ScoreBandValues,
    ScoreCurvesFrame,
    ScoreStandingValues,
    StandingValues,
    TailValues,
)
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.row_picture import picture_of
from steersman.session.datasets.row_text import line_of, places_holding, text_of
from steersman.session.matrix.problem import check_class, why_one_at_a_time
from steersman.session.shapes import FileFrame
from steersman.session.state import State
from steersman.session.views import Column, View
from steersman.tasks import Task

MOST_EXAMPLES = 200


def room_values(models: CompareModels, corpus: Corpus, state: State) -> CompareView:
    """The settings of the room; its figures are a separate query."""
    question, rows = models.question_and_rows(corpus, state)
    sealed = corpus.rows - len(rows) if corpus.test is None else corpus.test.rows
    return {
        "catalog": [
            {
                "name": entry.name,
                "title": entry.title,
                "summary": entry.summary,
                "why_not": why_not_offered(entry, *question.X.shape, sparse=question.sparse),
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


def comparison_view(models: CompareModels, corpus: Corpus, state: State) -> View:
    """The figures of the models that are fitted, and how far the others are."""
    comparison, cuts = models.comparison(corpus, state), models.cuts(state)
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


def score_curves_view(models: CompareModels, corpus: Corpus, state: State, focus: str) -> View:
    """The curves of the scores of every fitted model, for one class against the rest."""
    question = models.question(corpus, state)
    label = focus or question.positive or question.classes[0]
    check_class(label, question.classes)
    found: list[ScoreStandingValues] = []
    for recipe in current_choice(state).models:
        standing = models.score_standing(corpus, state, recipe, label)
        if standing is not None:
            found.append(score_standing_values(recipe.name, standing))
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


def pair_values(pair: ComparedPair) -> PairFigures:
    return {
        "first": pair.first,
        "second": pair.second,
        "table": table_values(pair.test.table),
        "p_value": pair.test.p_value,
        "adjusted": pair.adjusted,
        "method": pair.test.method,
    }


def table_values(table: NDArray[np.int64]) -> PairTable:
    (both_wrong, only_first), (only_second, both_right) = table
    return (int(both_wrong), int(only_first)), (int(only_second), int(both_right))


def curve_values(point: CurvePoint) -> CurvePointValues:
    return {"share": point.share, "rows": point.rows, "errors": list(point.errors)}


def pair_view(models: CompareModels, corpus: Corpus, state: State, task: Task) -> View:
    """The tests of the chosen pair, each with what it means."""
    both = models.pair(corpus, state)
    tests = models.pair_tests(corpus, state, both, task)
    first, second = (each.recipe.name for each in both)
    values: PairFrame = {
        "first": first,
        "second": second,
        "table": table_values(tests.mcnemar.table),
        "tests": test_values(tests, current_choice(state).method),
        "tails": tail_values(tests.mcnemar.table),
        "measure": shown_measure(state),
        "difference": {
            "value": tests.bootstrap.difference,
            "low": tests.bootstrap.low,
            "high": tests.bootstrap.high,
        },
        "independence": INDEPENDENCE,
    }
    return View("pair", values)


def tail_values(table: NDArray[np.int64]) -> TailValues:
    """The distribution behind McNemar's test, four deviations to each side."""
    (_, only_first), (only_second, _) = table_values(table)
    tails = mcnemar_tails(only_first, only_second, deviations=4.0)
    return {
        "first": tails.first,
        "observed": only_first,
        "chances": tails.chances.tolist(),
        "extreme": tails.extreme.tolist(),
    }


def pairs_view(models: CompareModels, corpus: Corpus, state: State, task: Task) -> View:
    """All pairs by the chosen measure."""
    measure = shown_measure(state)
    values: PairsFrame = {
        "measure": measure,
        "test": measure_test(measure),
        "pairs": [
            {
                "first": pair.first,
                "second": pair.second,
                "difference": pair.difference,
                "p_value": pair.p_value,
                "adjusted": pair.adjusted,
            }
            for pair in models.measured_pairs(corpus, state, task)
        ],
    }
    return View("pairs", values)


def test_values(tests: PairTests, asked: Method) -> list[PairTestValues]:
    """One entry for each test: its name, how it was made, its p-value and what that means."""
    method = tests.mcnemar.method
    used = "chi-square" if method == "chi2" else method
    way = METHODS[method] if asked == method else f"{METHODS[asked]} Here: {used}."
    draws = f"{tests.permutation.n_resamples:,}"
    return [
        {
            "name": f"McNemar, {used}",
            "way": way,
            "p_value": tests.mcnemar.p_value,
            "meaning": tests.mcnemar.meaning,
        },
        {
            "name": "Permutation",
            "way": f"Each row's two predictions are swapped or not, {draws} times.",
            "p_value": tests.permutation.p_value,
            "meaning": tests.permutation.meaning,
        },
        {
            "name": "Paired bootstrap",
            "way": f"The rows are drawn again with replacement, {draws} times.",
            "p_value": tests.bootstrap.p_value,
            "meaning": tests.bootstrap.meaning,
        },
    ]


def pair_examples_view(
    models: CompareModels, corpus: Corpus, state: State, asked: PairExamples
) -> View:
    """A line about each row in one cell of McNemar's table."""
    question, numbers = models.question_and_rows(corpus, state)
    first, second = models.pair(corpus, state)
    places = rows_on_side(question, first.predicted, second.predicted, asked.side)
    # `count` still says how many there are in all.
    found = islice(places_holding(corpus, numbers[places].tolist(), asked.search), MOST_EXAMPLES)
    lines: list[PairExampleValues] = [
        {
            "row": row,
            "id": str(corpus.dataset.ids[row]),
            "text": line_of(corpus, row),
            "true": str(question.y[place]),
            "first": question.classes[first.predicted[place]],
            "second": question.classes[second.predicted[place]],
        }
        for place, row in ((places[at], int(numbers[places[at]])) for at in found)
    ]
    values: PairExamplesFrame = {
        "side": asked.side,
        "search": asked.search,
        "first": first.recipe.name,
        "second": second.recipe.name,
        "count": len(places),
        "examples": lines,
    }
    return View("pair-examples", values)


def compared_row_view(models: CompareModels, corpus: Corpus, state: State, row: int) -> View:
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
    standings = models.comparison(corpus, state).standings
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
    if kind == "html":
        content, ending = html_report(comparison).encode(), "html"
    else:
        content, ending = zipped_report(comparison, name), "zip"
    column = Column("bytes", np.frombuffer(content, dtype=np.uint8), version=None)
    return View("file", FileFrame(name=f"{name}.{ending}"), (column,))


def with_tests(models: CompareModels, corpus: Corpus, state: State, task: Task) -> Comparison:
    """The comparison with the tests of all its pairs."""
    comparison = models.comparison(corpus, state)
    if not comparison.standings:
        raise SteersmanError(
            "no model has been fitted yet",
            todo="compare some models first",
            code="models-not-fitted",
        )
    by_name = {each.recipe.name: each for each in comparison.standings}
    tests = {}
    for pair in comparison.pairs:
        both = by_name[pair.first], by_name[pair.second]
        tests[pair.first, pair.second] = models.pair_tests(corpus, state, both, task)
    about = "all classes" if current_choice(state).all_classes else state.category
    title = f"{state.dataset}, {about}: {len(by_name)} models compared"
    return replace(comparison, tests=tests, title=title)
