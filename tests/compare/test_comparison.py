"""Recipes made again on folds: honest predictions, figures with oracles, tests of pairs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn import metrics
from sklearn.model_selection import cross_val_predict
from tests.errors import raises

from steersman.compare import Cuts, Question, Recipe, compare, question_of
from steersman.compare.cross_fitting import (
    CrossFitted,
    FittedFold,
    cross_fit,
    fold_predictions,
    folds_of,
)
from steersman.compare.curves import LearningCurve, fit_curve, nested_rows
from steersman.compare.model_figures import model_figures
from steersman.compare.pairing import SIDES, all_pairs, apart, cautions, rows_on_side, too_few
from steersman.compare.recipes import choice_cautions, unfitted_model
from steersman.compare.refitting import refit_recipe, want_broken
from steersman.data import load
from steersman.errors import Cancelled
from steersman.evaluate import cross_validate, holm, mcnemar, permutation_test
from steersman.tasks import Task

PLAIN, NEAR = Recipe("plain", "logistic"), Recipe("near", "neighbors")
WINE = load("wine")
CAREFUL = Recipe("careful", "logistic", want="fp <= 2", rows=150)


@pytest.fixture(scope="module")
def question() -> Question:
    return question_of(load("breast-cancer"))


def crossed(recipe: Recipe, question: Question, cuts: Cuts) -> CrossFitted:
    found = CrossFitted.none_yet(len(question.y), cuts.repeats, len(question.classes))
    cross_fit(recipe, question, cuts, found, Task())
    return found


def test_predictions_equal_scikit_learns_on_the_same_folds(question: Question) -> None:
    cuts = Cuts(4, 2, seed=3)
    said = crossed(NEAR, question, cuts).predicted
    folds = folds_of(question, cuts)
    for repeat in range(2):
        theirs = cross_val_predict(
            unfitted_model(NEAR, sparse=False), question.X, question.y, cv=folds[4 * repeat :][:4]
        )
        np.testing.assert_array_equal(np.asarray(question.classes)[said[repeat]], theirs)


def test_fewer_repeats_are_the_first_of_more_and_are_not_fitted_again(question: Question) -> None:
    once = crossed(NEAR, question, Cuts(3, 1))
    first = once.predicted.copy()
    fitted: list[int] = []
    cross_fit(NEAR, question, Cuts(3, 2), once, Task(), lambda found: fitted.append(found.number))
    assert fitted == [3, 4, 5]
    np.testing.assert_array_equal(once.predicted[0], first[0])
    np.testing.assert_array_equal(once.predicted, crossed(NEAR, question, Cuts(3, 2)).predicted)


@pytest.mark.parametrize("recipe", [PLAIN, CAREFUL], ids=["fitted", "steered"])
def test_the_rows_that_are_judged_have_no_say_in_the_model(
    question: Question, recipe: Recipe
) -> None:
    fold = folds_of(question, Cuts(4))[1]
    said, refit = fold_predictions(recipe, question, fold, 0, Task())
    y = question.y.copy()
    y[fold[1]] = np.where(y[fold[1]] == "benign", "malignant", "benign")
    again, refit_again = fold_predictions(recipe, replace(question, y=y), fold, 0, Task())
    np.testing.assert_array_equal(said, again)
    assert (refit.met, refit.reason) == (refit_again.met, refit_again.reason)


def test_counts_in_a_want_are_scaled_to_the_rows_they_are_steered_on(question: Question) -> None:
    rows = np.arange(len(question.y))
    loose = refit_recipe(
        replace(CAREFUL, want="fp <= 3", rows=len(rows)), question, rows, 0, Task()
    )
    assert loose.met
    third = replace(CAREFUL, want="fp <= 1", rows=len(rows) // 3 + 1)
    tight = refit_recipe(third, question, rows, 0, Task())
    assert tight.reason == loose.reason  # a third of the rows steer
    whole = refit_recipe(Recipe("x", "logistic", want="fp <= 3"), question, rows, 0, Task())
    assert whole.reason == loose.reason  # without a number of rows, all that are compared are meant
    matrix = np.array([[300, 5], [0, 145]])
    assert want_broken(replace(CAREFUL, want="fp <= 2", rows=150), question, matrix) == ()
    assert want_broken(replace(CAREFUL, want="fp <= 1", rows=150), question, matrix)


def test_figures_equal_scikit_learns_and_means_over_folds_equal_cross_validation(
    question: Question,
) -> None:
    cuts = Cuts(4, 2)
    found = crossed(NEAR, question, cuts)
    standing = model_figures(NEAR, question, cuts, found)
    said = np.asarray(question.classes)[found.predicted[0]]
    expected = {
        "accuracy": metrics.accuracy_score(question.y, said),
        "balanced_accuracy": metrics.balanced_accuracy_score(question.y, said),
        "precision_weighted": metrics.precision_score(question.y, said, average="weighted"),
        "recall_macro": metrics.recall_score(question.y, said, average="macro"),
    }
    for name, value in expected.items():
        assert standing.overall[name].rows.value == pytest.approx(value)
    of_class = metrics.f1_score(question.y, said, average=None)
    ours = [standing.classes[name]["f1"].rows.value for name in question.classes]
    assert ours == pytest.approx(of_class)
    np.testing.assert_array_equal(standing.matrix, metrics.confusion_matrix(question.y, said))
    model = unfitted_model(NEAR, sparse=False)
    theirs = cross_validate(model, question.X, question.y, folds_of(question, cuts), "f1_macro")
    mine = standing.overall["f1_macro"]
    assert mine.scores == pytest.approx(theirs.scores)
    assert (mine.folds.value, mine.folds.low) == pytest.approx((theirs.mean.value, theirs.mean.low))
    every = [
        *standing.overall.values(),
        *(f for c in standing.classes.values() for f in c.values()),
    ]
    assert all(f.low <= f.value <= f.high for each in every for f in (each.rows, each.folds))


def test_a_cancelled_run_keeps_its_folds_and_goes_on_from_there(question: Question) -> None:
    found = CrossFitted.none_yet(len(question.y), 1, len(question.classes))
    seen: list[str] = []
    stopping = Task(progress=lambda what, _: seen.append(what), cancelled=lambda: len(seen) >= 2)
    with pytest.raises(Cancelled):
        cross_fit(NEAR, question, Cuts(5), found, stopping)
    assert found.folds_done(Cuts(5)) == 2
    fitted: list[FittedFold] = []
    cross_fit(NEAR, question, Cuts(5), found, Task(), fitted.append)
    assert [each.number for each in fitted] == [2, 3, 4]
    np.testing.assert_array_equal(found.predicted, crossed(NEAR, question, Cuts(5)).predicted)


def test_pairs_agree_with_mcnemar_and_every_row_is_on_one_side(question: Question) -> None:
    found = compare(question, [PLAIN, NEAR, CAREFUL], Cuts(3))
    assert [(pair.first, pair.second) for pair in found.pairs] == [
        ("plain", "near"), ("plain", "careful"), ("near", "careful"),
    ]  # fmt: skip
    first, second = found.standings[0].predicted, found.standings[1].predicted
    alone = mcnemar(question.codes, first, second, "auto")
    assert (
        found.pairs[0].test.p_value == alone.p_value == found.tests["plain", "near"].mcnemar.p_value
    )
    sides = [rows_on_side(question, first, second, side) for side in SIDES]
    assert [len(rows) for rows in sides] == alone.table.ravel().tolist()
    assert sorted(np.concatenate(sides).tolist()) == list(range(len(question.y)))
    only_first = sides[SIDES.index("only-first")]
    assert np.all(first[only_first] == question.codes[only_first])
    assert np.all(second[only_first] != question.codes[only_first])
    assert found.standings[2].met == (True, True, True)
    assert len(found.standings[2].held) == 3


def test_pairs_are_tested_by_the_measure_that_is_asked_for(question: Question) -> None:
    recipes = [PLAIN, NEAR, Recipe("centers", "basic")]
    found = compare(question, recipes, Cuts(3), measure="f1_macro")
    said = {each.recipe.name: each for each in found.standings}
    alone = [
        permutation_test(
            question.codes, said[pair.first].predicted, said[pair.second].predicted, "f1_macro"
        )
        for pair in found.pairs
    ]
    by_measure = found.by_measure()
    assert [pair.p_value for pair in by_measure] == [test.p_value for test in alone]
    assert [pair.adjusted for pair in by_measure] == holm([t.p_value for t in alone]).tolist()
    for pair in by_measure:
        first, second = (said[name].overall["f1_macro"].rows for name in (pair.first, pair.second))
        assert pair.difference == pytest.approx(first.value - second.value)


def test_what_is_accuracy_by_another_name_has_all_its_figures(
    question: Question,
) -> None:
    found = compare(question, [PLAIN, NEAR], Cuts(3), measure="f1_micro")
    for standing in found.standings:
        accuracy = standing.overall["accuracy"]
        for name in ("f1_micro", "precision_micro", "recall_micro", "recall_weighted"):
            micro = standing.overall[name]
            for interval in ("rows", "folds"):
                ours, theirs = micro.by(interval), accuracy.by(interval)
                assert replace(ours, name="accuracy") == theirs
    (pair,) = found.by_measure()
    assert (pair.p_value, pair.adjusted) == (found.pairs[0].test.p_value, found.pairs[0].adjusted)
    accuracies = [each.overall["accuracy"].rows.value for each in found.standings]
    assert pair.difference == pytest.approx(accuracies[0] - accuracies[1])


def test_hollow_tests_are_said_to_be_hollow(question: Question) -> None:
    few = np.arange(0, 569, 8)
    small = replace(question, X=question.X[few], y=question.y[few])
    recipes = [replace(NEAR, name=f"model {n}") for n in range(5)]
    found = crossed(NEAR, small, Cuts(3))
    standings = [model_figures(recipe, small, Cuts(3), found) for recipe in recipes]
    pairs = all_pairs(small, standings, "auto")
    many, alike, few_rows = cautions(small, pairs)[:3]
    assert "10 pairs" in many
    assert "40%" in many
    assert {apart(pair) for pair in pairs} == {0}
    assert all(too_few(pair, len(pairs)) for pair in pairs)
    assert "(0 rows)" in alike
    assert f"{len(few)} rows" in few_rows
    assert cautions(question, []) == []


def test_the_last_point_of_a_curve_is_the_folds_own_error(question: Question) -> None:
    cuts = Cuts(3)
    found, curve = crossed(PLAIN, question, cuts), LearningCurve()
    fit_curve(PLAIN, question, cuts, found, curve, Task())
    points = curve.points()
    assert [point.rows for point in points] == [24, 48, 95, 189, 379]
    folds = folds_of(question, cuts)
    errors = [np.mean(found.predicted[0, test] != question.codes[test]) for _, test in folds]
    assert points[-1].errors == pytest.approx(errors)
    assert points[0].mean > points[-1].mean
    low, high = points[0].spread
    assert low <= points[0].mean <= high
    train = folds[0][0]
    nested = [nested_rows(question.codes, train, share, 0) for share in (0.25, 0.5, 1.0)]
    assert set(nested[0]) < set(nested[1]) < set(nested[2]) == set(train)


def test_a_curve_starts_where_the_model_can_learn() -> None:
    wine = question_of(WINE)
    curve = LearningCurve()
    fit_curve(NEAR, wine, Cuts(3), crossed(NEAR, wine, Cuts(3)), curve, Task())
    assert min(point.rows for point in curve.points()) >= 15  # neighbors that vote
    assert curve.complete(wine, Cuts(3), NEAR)
    assert not LearningCurve().complete(wine, Cuts(3), NEAR)


@pytest.mark.parametrize(
    ("ask", "code", "fields"),
    [
        (lambda q: compare(q, [PLAIN], Cuts(1)), "out-of-range", {"name": "folds", "value": 1}),
        (lambda q: compare(q, [PLAIN], Cuts(3, 0)), "out-of-range", {"name": "repeats"}),
        (lambda q: compare(q, [PLAIN] * 2, Cuts(3)), "names-repeated", {"names": ["plain"] * 2}),
        (
            lambda q: compare(q, [Recipe("x", "oracle")], Cuts(3)),
            "unknown-model",
            {"model": "oracle"},
        ),
        (
            lambda _: question_of(replace(WINE, y=WINE.y[:, None] == WINE.classes)),
            "several-labels",
            {"name": "wine"},
        ),
        (
            lambda q: compare(replace(q, X=q.X[:9], y=np.array(["benign"] * 7 + ["malignant"] * 2)),
                              [PLAIN], Cuts(3)),
            "class-too-small",
            {"name": "malignant", "rows": 2, "folds": 3},
        ),
        (
            lambda q: compare(replace(q, X=q.X[15:35], y=q.y[15:35]), [NEAR], Cuts(2)),
            "cannot-learn",
            {"model": "neighbors", "rows": 10},
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_compared_is_named(question, ask, code: str, fields: dict) -> None:
    with raises(code, **fields):
        ask(question)


def test_the_best_of_several_guaranteed_models_is_cautioned_against() -> None:
    steered = Recipe("a", "forest", want="fpr <= 5%", confidence=0.95)
    three = [replace(steered, name=name) for name in "abc"]
    (caution,) = choice_cautions(three)
    assert caution.startswith("3 ")
    assert "85%" in caution
    # With the risk shared, or of one model, there is nothing to say; counts guarantee nothing.
    assert choice_cautions([replace(each, among=3) for each in three]) == []
    assert choice_cautions([steered, Recipe("b", "forest")]) == []
    assert choice_cautions([replace(each, want="fp <= 5") for each in three]) == []
    assert [each.risk for each in three] == pytest.approx([0.05] * 3)
