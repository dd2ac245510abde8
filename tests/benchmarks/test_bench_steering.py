"""The arithmetic of the steering benchmark, and that all are told the same want."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.model_selection import StratifiedKFold

from steersman import load
from steersman_benchmarks.speed.one_class_tables import MOST_ROWS, TEXT_PEERS, one_class_rows
from steersman_benchmarks.speed.steering import (
    LEAST_LIMIT,
    MANY_SPLITS,
    ONE_CLASS,
    OTHER_SPLITS,
    PEERS,
    SMALL_TABLES,
    TEXT_SPLITS,
    TIGHT_SPLITS,
    TIGHT_TABLES,
    HeldOutResult,
    contestants,
    error_rate,
    judge_on_test,
    mean_accuracy,
    mean_broken,
    rows_of,
    split_results,
)


def test_rates_are_of_the_class_that_the_want_is_about() -> None:
    truth, predicted = np.array([0, 0, 0, 0, 1, 1]), np.array([1, 0, 0, 0, 0, 1])
    assert error_rate(truth, predicted, "fpr") == 0.25
    assert error_rate(truth, predicted, "fnr") == 0.5


def test_a_want_is_broken_only_beyond_its_limit() -> None:
    truth, predicted = np.array([0, 0, 0, 0, 1, 1]), np.array([1, 0, 0, 0, 0, 1])
    at_limit = judge_on_test("t", "m", truth, predicted, "fpr", 0.25)
    assert at_limit == HeldOutResult("t", "m", False, 0.0, 0.625)
    beyond = judge_on_test("t", "m", truth, predicted, "fpr", 0.2)
    assert beyond.broken
    assert beyond.excess == pytest.approx(0.05)


def test_tables_weigh_alike_on_average() -> None:
    seen = [HeldOutResult("a", "ours", True, 0.1, 0.6), HeldOutResult("b", "ours", False, 0.0, 0.8)]
    assert mean_broken(seen, "average", "ours") == 0.5
    assert mean_accuracy(seen, "average", "ours") == pytest.approx(0.7)
    assert mean_broken(seen, "b", "ours") == 0.0


def test_there_are_two_rows_for_each_table_and_peer() -> None:
    models = ("ours", *PEERS)
    seen = [
        HeldOutResult("a", model, model == "ours", 0.1, 0.5 + 0.1 * n)
        for n, model in enumerate(models)
    ]
    rows = rows_of(seen, "fresh splits, ")
    assert len(rows) == 2 * len(PEERS) * 2
    assert {row.what for row in rows} == {
        f"fresh splits, {table}: {measure}"
        for table in ("a", "average")
        for measure in ("want broken", "balanced accuracy")
    }
    assert all((row.ours, row.peer) == (1.0, 0.0) for row in rows if "broken" in row.what)


def test_the_class_to_catch_is_the_largest_or_the_second_of_two() -> None:
    wine, codes = one_class_rows("wine")
    assert wine.shape == (178, 13)
    assert np.array_equal(codes, load("wine").y == "class_1")
    _, cancer = one_class_rows("breast-cancer")
    assert cancer.sum() == 212
    words, of_class = one_class_rows("docstrings")
    assert words.shape[0] == len(of_class) == MOST_ROWS
    assert 0 < of_class.sum() < MOST_ROWS / 2


def test_one_class_against_the_rest_has_a_limit_that_leaves_room_and_texts_have_peers() -> None:
    found = split_results("Wine", 0, 2, 0)
    assert [each.model for each in found] == ["ours", *PEERS]
    assert all(0.5 < each.balanced_accuracy <= 1.0 for each in found)
    # Of 43 test rows one is above 2 %.
    assert all(each.excess in (0.0, pytest.approx(1 / 43 - LEAST_LIMIT)) for each in found)
    assert {*TEXT_SPLITS, *OTHER_SPLITS} == set(ONE_CLASS)
    own = MANY_SPLITS * len(SMALL_TABLES) + TIGHT_SPLITS * len(TIGHT_TABLES)
    assert own + sum(TEXT_SPLITS.values()) + sum(OTHER_SPLITS.values()) > 200
    folds = StratifiedKFold(3)
    assert [*dict(contestants("fpr", 0.1, 0, folds, TEXT_PEERS))] == ["ours", *TEXT_PEERS]


def test_everybody_is_told_the_same_want() -> None:
    models = dict(contestants("fpr", 0.05, 0, StratifiedKFold(3)))
    assert models["ours"].want == "fpr <= 0.05000000"
    assert len(models) == 5
    scoring = models["RBF SVM"].scoring._score_func
    truth = np.array([0] * 10 + [1] * 10)
    kept, broken = truth.copy(), truth.copy()
    kept[10:12] = 0
    broken[:2] = 1
    assert scoring(truth, kept) == pytest.approx(0.9)
    assert scoring(truth, broken) == pytest.approx(-0.15)
