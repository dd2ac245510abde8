"""Figures, scores and tests of compared models: of many rows a worker computes them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steersman.compare.comparison import Comparison
from steersman.compare.cost_measure import measure_for
from steersman.compare.cross_fitting import CrossFitted, Cuts
from steersman.compare.model_figures import ModelFigures, model_figures
from steersman.compare.pairing import PairTests
from steersman.compare.recipes import Recipe
from steersman.compare.refitting import Question
from steersman.compare.report_files import html_report, zipped_report
from steersman.compare.score_bands import ScoreStanding, score_standing
from steersman.evaluate.mcnemar_test import Method, mcnemar
from steersman.evaluate.resampling import PermutationTest, paired_bootstrap, permutation_test
from steersman.tasks import Task
from steersman.workers import WorkerJob

# Measured: figures of so many predicted rows, of all models together, take 25 ms.
MOST_QUICK_PREDICTIONS = 50_000
# Measured: the tests of a pair take 12 ms however few the rows are, a report 10 ms for each model.
MOST_QUICK_PARTS = 3
Predicted = NDArray[np.int16]
Named = tuple[str, Predicted]
"""The name of a model and its prediction of each row."""


def figure_job(
    name: str, given: tuple[object, ...], rows: int, about: str, parts: int = 1
) -> WorkerJob | None:
    """The job that computes something of so many predicted rows, or of so many pairs or models in
    a report; None where that takes no time."""
    quick = rows <= MOST_QUICK_PREDICTIONS and parts <= MOST_QUICK_PARTS
    return None if quick else WorkerJob(name, given, about)


def figures_of_models(
    models: Sequence[tuple[Recipe, CrossFitted]], question: Question, cuts: Cuts, task: Task
) -> list[ModelFigures]:
    """The figures of models whose folds are all done."""
    found = []
    for place, (recipe, crossed) in enumerate(models):
        task.report(f"measuring {recipe.name}", place / len(models))
        found.append(model_figures(recipe, question, cuts, crossed))
    return found


def scores_of_models(
    models: Sequence[tuple[Recipe, CrossFitted]],
    question: Question,
    cuts: Cuts,
    label: str,
    task: Task,
) -> list[ScoreStanding]:
    """The scores for a class of models whose folds are all done."""
    found = []
    for place, (recipe, crossed) in enumerate(models):
        task.report(f"drawing the curves of {recipe.name}", place / len(models))
        found.append(score_standing(question, cuts, crossed, label))
    return found


def permutations_of_pairs(
    pairs: Sequence[tuple[Named, Named]], question: Question, measure: str, task: Task
) -> list[PermutationTest]:
    """The test of each pair by a measure."""
    found = []
    for place, ((one, first), (other, second)) in enumerate(pairs):
        task.report(f"testing {one} against {other}", place / len(pairs))
        found.append(
            permutation_test(question.codes, first, second, measure_for(question, measure))
        )
    return found


def tests_of_pairs(
    pairs: Sequence[tuple[Named, Named]],
    permutations: Sequence[PermutationTest | None],
    question: Question,
    measure: str,
    method: Method,
    task: Task,
) -> list[PairTests]:
    """All tests of each pair; a permutation test that is known is not made again."""
    codes, found = question.codes, []
    for place, (pair, known) in enumerate(zip(pairs, permutations, strict=True)):
        (one, first), (other, second) = pair
        task.report(f"testing {one} against {other}", place / len(pairs))
        permuted = known or permutations_of_pairs([pair], question, measure, Task())[0]
        found.append(
            PairTests(
                mcnemar(codes, first, second, method),
                permuted,
                paired_bootstrap(codes, first, second, measure_for(question, measure)),
            )
        )
    return found


def written_report(comparison: Comparison, kind: str, name: str, task: Task) -> bytes:
    """The report as the content of a file."""
    task.report("writing the report")
    if kind == "html":
        return html_report(comparison).encode()
    return zipped_report(comparison, name)
