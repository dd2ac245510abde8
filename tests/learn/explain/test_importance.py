"""Importance, partial dependence and flips, checked against scikit-learn and by brute force."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.inspection import partial_dependence as sklearn_dependence
from sklearn.inspection import permutation_importance
from sklearn.metrics import balanced_accuracy_score, roc_auc_score

from steersman import Dataset, importance, load, model_named
from steersman.errors import Cancelled
from steersman.learn.explain import (
    FeatureGroups,
    class_score,
    partial_dependence,
    raw_feature_groups,
    single_features,
    smallest_flips,
)
from steersman.learn.explain.feature_groups import word_groups
from steersman.learn.explain.importance import areas_under_curve, balanced_accuracies
from steersman.tasks import Task

Floats = NDArray[np.float64]
SMALL = {"forest": {"n_estimators": 30}}
Table = tuple[Floats, NDArray[np.str_]]


@pytest.fixture(scope="module")
def tumors() -> Table:
    data = load_breast_cancer()
    return data.data[:, :8], np.where(data.target == 0, "malignant", "benign")


@pytest.fixture(scope="module")
def loans(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    rng = np.random.default_rng(2)
    bad = rng.random(400) < 0.4
    lines = ["amount,purpose,note,class"]
    for late, amount in zip(bad, rng.gamma(2, 500, 400) * (1 + bad)):
        purpose = rng.choice(
            ["car", "home", "trip"], p=[0.2, 0.3, 0.5] if late else [0.5, 0.3, 0.2]
        )
        word = "overdue reminder letter" if late and rng.random() < 0.6 else "thank you letter"
        lines.append(f"{amount:.0f},{purpose},{word} {rng.integers(9)},{'bad' if late else 'good'}")
    path = tmp_path_factory.mktemp("loans") / "loans.csv"
    path.write_text("\n".join(lines))
    roles = {"amount": "number", "purpose": "category", "note": "text", "class": "label"}
    return load(str(path), roles=roles)


def test_areas_and_balanced_accuracies_are_those_of_scikit_learn() -> None:
    rng = np.random.default_rng(0)
    counts = rng.integers(0, 3, (3, 200)).astype(float)
    codes = rng.integers(0, 2, 200)
    for scores in (rng.integers(0, 9, 200) * 1.0, rng.normal(size=200)):
        found = areas_under_curve(scores, codes, counts)
        expected = [roc_auc_score(codes, scores, sample_weight=each) for each in counts]
        np.testing.assert_allclose(found, expected)
    columns, several = rng.normal(size=(200, 3)), rng.integers(0, 3, 200)
    decided = columns.argmax(axis=1)
    expected = [balanced_accuracy_score(several, decided, sample_weight=each) for each in counts]
    np.testing.assert_allclose(balanced_accuracies(columns, several, counts), expected)


def test_scores_that_differ_by_rounding_and_equal_infinities_are_ties() -> None:
    rng = np.random.default_rng(0)
    tied = np.concatenate([[-np.inf, -np.inf, np.inf, np.inf], rng.integers(-2, 3, 40) / 7])
    codes, counts = rng.integers(0, 2, 44), rng.integers(0, 4, (6, 44)).astype(np.float64)
    rounded = tied + rng.integers(-2, 3, 44) * np.spacing(2 / 7)
    assert (rounded != tied).any()
    expected = areas_under_curve(tied, codes, counts)
    assert areas_under_curve(rounded, codes, counts).tolist() == expected.tolist()
    by_hand = [roc_auc_score(codes, np.clip(tied, -9, 9), sample_weight=own) for own in counts]
    assert expected == pytest.approx(by_hand)


@pytest.mark.parametrize("name", ["logistic", "gaussian", "boosting"])
def test_drops_are_those_of_scikit_learn(name: str, tumors: Table) -> None:
    X, y = tumors
    model = model_named(name, sparse=False).fit(X[:300], y[:300])
    found = importance(model, X[300:], y[300:], repeats=20)
    expected = permutation_importance(
        model, X[300:], y[300:], scoring="roc_auc", n_repeats=20, random_state=1
    )
    for each in found.features:
        mean, sd = expected.importances_mean[each.group], expected.importances_std[each.group]
        # Two means of 20 shuffles each.
        assert each.drop == pytest.approx(mean, abs=4 * sd * np.sqrt(2 / 20) + 1e-4)
        assert each.low <= each.drop <= each.high
    drops = [each.drop for each in found.features]
    assert drops == sorted(drops, reverse=True)
    assert found.baseline == pytest.approx(
        roc_auc_score(y[300:] == "malignant", class_score(model).scores(X[300:]))
    )


def test_the_interval_covers_the_drop_on_other_rows_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(1)
    weights = np.array([1.5, 0.4, 0.0])

    def draw(rows: int) -> tuple[Floats, NDArray[np.bool_]]:
        X = rng.normal(size=(rows, 3))
        return X, X @ weights + rng.logistic(size=rows) > 0

    model = model_named("basic", sparse=False).fit(*draw(2000))
    truth = {each.name: each.drop for each in importance(model, *draw(20_000)).features}
    inside = [
        each.low <= truth[each.name] <= each.high
        for seed in range(40)
        for each in importance(model, *draw(200), random_state=seed).features
    ]
    assert np.mean(inside) > 0.86


def test_of_several_classes_the_balanced_accuracy_drops() -> None:
    X, y = load_wine(return_X_y=True)
    model = model_named("logistic", sparse=False).fit(X[::2], y[::2])
    found = importance(model, X[1::2], y[1::2], category=2)
    assert found.measure == "balanced accuracy"
    assert found.baseline == pytest.approx(balanced_accuracy_score(y[1::2], model.predict(X[1::2])))
    assert found.category == 2
    # Wine of the third class has a strong color.
    assert next(each for each in found.features if each.group == 9).direction > 0


def test_columns_of_one_category_are_shuffled_together(loans: Dataset) -> None:
    groups = raw_feature_groups(loans.from_raw)
    assert groups.names[:2] == ("amount", "purpose")
    assert groups.kinds[:3] == ("number", "category", "word")
    assert [groups.members[place] for place in groups.columns(1)] == [
        "purpose=car", "purpose=home", "purpose=trip",
    ]  # fmt: skip
    for name in ("logistic", "forest"):
        model = model_named(name, sparse=True, settings=SMALL.get(name, {})).fit(
            loans.X[:250], loans.y[:250]
        )
        found = importance(model, loans.X[250:], loans.y[250:], groups=groups, category="bad")
        by_name = {each.name: each for each in found.features}
        assert by_name["purpose"].drop > 0.02
        assert by_name["purpose"].direction == 0
        assert by_name["amount"].direction > 0
        worst = next(name for name in by_name if "overdu" in name or "remind" in name)
        assert by_name[worst].direction > 0
        assert by_name[worst].drop > 0


def test_sequences_of_words_belong_to_their_rarest_word() -> None:
    terms = ["new", "york", "new york", "of the"]
    assert word_groups(terms, np.array([90, 20, 15, 3])).tolist() == [0, 1, 1, 3]


def test_of_very_many_features_those_that_move_the_score_are_measured() -> None:
    rng = np.random.default_rng(3)
    X = csr_matrix((rng.random((300, 400)) < 0.04).astype(float))
    y = np.where(np.asarray(X[:, :5].sum(axis=1)).ravel() > 0, "b", "a")
    for name in ("multinomial", "forest"):
        model = model_named(name, sparse=True, settings=SMALL.get(name, {})).fit(X, y)
        found = importance(model, X, y, most=20, repeats=2)
        assert len(found.features) <= 20
        assert found.of == 400
        assert len({each.group for each in found.features[:5]} & set(range(5))) >= 4


def test_work_that_nobody_waits_for_ends(tumors: Table) -> None:
    X, y = tumors
    model = model_named("boosting", sparse=False).fit(X, y)
    with pytest.raises(Cancelled):
        importance(model, X, y, task=Task(cancelled=lambda: True))


def test_partial_dependence_is_that_of_scikit_learn(tumors: Table) -> None:
    X, y = tumors
    model = HistGradientBoostingClassifier(max_iter=20, random_state=0).fit(X, y)
    score, groups = class_score(model), single_features([f"c{j}" for j in range(8)])
    curve = partial_dependence(score, X[:150], groups, 2, rows=150)
    expected = sklearn_dependence(
        model, X[:150], [2], custom_values={2: curve.values}, method="brute",
        response_method="decision_function",
    )  # fmt: skip
    np.testing.assert_allclose(curve.scores, expected["average"][0])
    assert curve.shares.sum() == pytest.approx(1.0)


def test_a_category_has_a_point_for_each_of_its_values(loans: Dataset) -> None:
    groups = raw_feature_groups(loans.from_raw)
    model = model_named("forest", sparse=True).fit(loans.X, loans.y)
    score = class_score(model, "bad")
    curve = partial_dependence(score, loans.X, groups, 1)
    assert curve.columns == tuple(groups.columns(1).tolist())
    assert curve.shares.sum() == pytest.approx(1.0)
    assert curve.scores[2] > curve.scores[0]


@pytest.mark.parametrize("name", ["logistic", "boosting"])
def test_the_smallest_flip_is_the_nearest_value_that_turns_the_decision(
    name: str, tumors: Table
) -> None:
    X, y = tumors
    model = model_named(name, sparse=False).fit(X[:300], y[:300])
    score, groups = class_score(model), single_features([f"c{j}" for j in range(8)])
    decided = model.predict(X)
    near = np.argsort(np.abs(score.scores(X) - score.cutoff))[:3]
    for row in near:
        flips = smallest_flips(score, X[[row]], X[:60], groups)
        for flip in flips:
            changed = X[[row]].copy()
            for change in flip.changes:
                assert change.before == X[row, change.column]
                assert change.value in X[:60, change.column]
                changed[0, change.column] = change.value
            assert model.predict(changed)[0] != decided[row]
            assert flip.score == pytest.approx(score.scores(changed)[0])
        tried = list(product(range(8), range(60)))
        rows = np.repeat(X[[row]], len(tried), axis=0)
        for place, (column, other) in enumerate(tried):
            rows[place, column] = X[other, column]
        turned = model.predict(rows) != decided[row]
        singles = []
        for column, other in (pair for pair, flips_it in zip(tried, turned) if flips_it):
            below = np.sort(X[:60, column])
            here = np.searchsorted(below, X[row, column])
            singles.append(abs(np.searchsorted(below, X[other, column]) - here) / 60)
        if singles:
            assert len(flips[0].changes) == 1
            assert flips[0].cost == pytest.approx(min(singles))
        else:
            assert all(len(flip.changes) == 2 for flip in flips)


def test_words_and_categories_flip_a_decision(loans: Dataset) -> None:
    groups: FeatureGroups = raw_feature_groups(loans.from_raw)
    model = model_named("logistic", sparse=True).fit(loans.X, loans.y)
    score = class_score(model, "bad")
    words = [place for place, kind in enumerate(groups.kinds) if kind == "word"]
    scores = score.scores(loans.X)
    caught = int(np.argmin(np.where(scores > score.cutoff, scores, np.inf)))
    flips = smallest_flips(score, loans.X[[caught]], loans.X, groups, only=[*words, 1])
    assert flips
    for flip in flips:
        changed = loans.X[[caught]].toarray()
        for change in flip.changes:
            changed[0, groups.columns(change.group)] = 0.0
            changed[0, change.column] = change.value
        assert model.predict(csr_matrix(changed))[0] == "good"
