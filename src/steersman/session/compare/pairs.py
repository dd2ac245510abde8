"""Pairs of compared models: what is known of two, and the tests of all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from steersman.compare.comparison import Comparison
from steersman.compare.measured_pairs import MeasuredPair, measure_test, measured_pairs
from steersman.compare.model_figures import ModelFigures
from steersman.compare.pairing import PairTests
from steersman.errors import SteersmanError
from steersman.evaluate.resampling import PermutationTest
from steersman.session.compare.figure_jobs import (
    Named,
    figure_job,
    permutations_of_pairs,
    tests_of_pairs,
)
from steersman.session.compare.models import (
    CompareModels,
    Key,
    costs_in,
    current_choice,
    pair_names,
    shown_measure,
)
from steersman.session.datasets.corpus import Corpus
from steersman.session.state import State
from steersman.tasks import Task

Pair = tuple[ModelFigures, ModelFigures]


def chosen_pair(
    models: CompareModels, corpus: Corpus, state: State, task: Task
) -> tuple[ModelFigures, ModelFigures]:
    """The two models of the chosen pair, which must have been fitted."""
    names = pair_names(current_choice(state))
    by_name = {each.recipe.name: each for each in models.standings_of(corpus, state, task)}
    if len(names) != 2 or not by_name.keys() >= set(names):
        raise SteersmanError(
            "these two models have not been fitted",
            todo="fit them first",
            code="models-not-fitted",
            models=tuple(names),
        )
    return by_name[names[0]], by_name[names[1]]


def pair_key(models: CompareModels, state: State, pair: Pair) -> Key:
    """The key of what is known of two models by the chosen measure."""
    keys = (models.key(state, each.recipe) for each in pair)
    return (*keys, shown_measure(state), costs_in(state))


def permutations_of(
    models: CompareModels, corpus: Corpus, state: State, pairs: Sequence[Pair], task: Task
) -> list[PermutationTest]:
    """The test of each pair by the chosen measure, made once."""
    keys = [pair_key(models, state, pair) for pair in pairs]
    missing = {key: pair for key, pair in zip(keys, pairs) if key not in models.permutations}
    if missing:
        question = models.question(corpus, state)
        given = (named_predictions(missing.values()), question, shown_measure(state))
        rows = len(missing) * len(question.y)
        found = task.result(
            "permutation tests",
            lambda: list(missing),
            lambda: permutations_of_pairs(*given, task),
            job=figure_job("permutation-tests", given, rows, "the tests", len(missing)),
            stored=False,
        )
        models.permutations.update(zip(missing, found))
    return [models.permutations[key] for key in keys]


def all_measured_pairs(
    models: CompareModels, corpus: Corpus, state: State, task: Task
) -> list[MeasuredPair]:
    """All pairs of fitted models by the chosen measure."""
    comparison = models.comparison(corpus, state, task)
    found: dict[tuple[str, str], PermutationTest] = {}
    if measure_test(comparison.measure) == "permutation":
        pairs = pairs_in(comparison)
        tests = permutations_of(models, corpus, state, list(pairs.values()), task)
        found = dict(zip(pairs, tests))

    def pair_test(first: str, second: str) -> tuple[float, float]:
        test = found[first, second]
        return test.difference, test.p_value

    return measured_pairs(comparison.pairs, comparison.measure, pair_test)


def tests_of(
    models: CompareModels, corpus: Corpus, state: State, pairs: Sequence[Pair], task: Task
) -> list[PairTests]:
    """All tests of some pairs; resampling is done once."""
    method = current_choice(state).method
    keys = [(*pair_key(models, state, pair), method) for pair in pairs]
    missing = {key: pair for key, pair in zip(keys, pairs) if key not in models.tests}
    if missing:
        question, measure = models.question(corpus, state), shown_measure(state)
        known = [models.permutations.get(key[:-1]) for key in missing]
        given = (named_predictions(missing.values()), known, question, measure, method)
        rows = len(missing) * len(question.y)
        found = task.result(
            "tests of pairs",
            lambda: list(missing),
            lambda: tests_of_pairs(*given, task),
            job=figure_job("pair-tests", given, rows, "the tests", len(missing)),
            stored=False,
        )
        for key, tests in zip(missing, found):
            models.tests[key], models.permutations[key[:-1]] = tests, tests.permutation
    return [models.tests[key] for key in keys]


def pairs_in(comparison: Comparison) -> dict[tuple[str, str], Pair]:
    """All pairs of a comparison by their names."""
    by_name = {each.recipe.name: each for each in comparison.standings}
    return {
        (each.first, each.second): (by_name[each.first], by_name[each.second])
        for each in comparison.pairs
    }


def named_predictions(pairs: Iterable[Pair]) -> list[tuple[Named, Named]]:
    """The predictions of both models of each pair, with their names."""
    return [
        ((one.recipe.name, one.predicted), (other.recipe.name, other.predicted))
        for one, other in pairs
    ]
