"""Rows that a model was fitted on are recognized, others are not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import FixedThresholdClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from steersman import (
    AdaptiveMartingaleBoostClassifier,
    LikelihoodSpaceClassifier,
    MartingaleBoostClassifier,
    SteerableLogisticRegression,
    load_model,
    save_model,
    steer,
)
from steersman.learn.steering import fitted_rows
from steersman.learn.steering.row_prints import (
    KEPT,
    kept_prints,
    printed_rows,
    recognized_rows,
    row_prints,
    rows_with_prints,
)


def two_classes(n: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return rng.normal(size=(n, 4)) + y[:, np.newaxis], y


OWN = {
    "logistic": SteerableLogisticRegression(),
    "plane": LikelihoodSpaceClassifier(),
    "martingale": MartingaleBoostClassifier(n_levels=3),
    "adaptive": AdaptiveMartingaleBoostClassifier(n_levels=2),
    "in a pipeline": make_pipeline(StandardScaler(), SteerableLogisticRegression()),
    "neighbors": KNeighborsClassifier(),
}


@pytest.mark.parametrize("name", OWN)
def test_a_model_knows_the_rows_it_was_fitted_on(name: str) -> None:
    X, y = two_classes(120)
    X = np.abs(np.round(4 * X))
    others = np.abs(np.round(4 * two_classes(80, 1)[0])) + 100.0
    model = OWN[name].fit(X, y)
    assert fitted_rows(model, X[:50]) == (50, True)
    assert fitted_rows(model, others) == (0, True)
    assert fitted_rows(model, np.concatenate([X[:30], others])) == (30, True)


def test_prints_are_those_of_the_rows_however_these_are_stored() -> None:
    X, _ = two_classes(300)
    X[X < 0] = 0.0
    assert row_prints(X).tolist() == row_prints(csr_matrix(X)).tolist()
    assert row_prints(X[17:18]).tolist() == row_prints(X)[17:18].tolist()
    texts = np.array([f"text {number}" for number in range(300)], dtype=object)
    assert len(set(row_prints(texts).tolist())) == 300


def test_of_many_rows_a_part_of_the_prints_tells_the_share() -> None:
    X, _ = two_classes(20 * KEPT)
    kept = kept_prints(X[: 10 * KEPT])
    assert len(kept) == KEPT
    assert rows_with_prints(X[: 10 * KEPT], kept) == 10 * KEPT
    assert rows_with_prints(X[10 * KEPT :], kept) == 0
    half = rows_with_prints(X[5 * KEPT : 15 * KEPT], kept)
    assert half == pytest.approx(5 * KEPT, rel=0.1)


@pytest.mark.parametrize("rows", [1, KEPT - 1, KEPT, 3 * KEPT, 20 * KEPT])
def test_the_kept_prints_tell_how_many_rows_there_were(rows: int) -> None:
    # Each row twice: different rows are counted.
    kept = kept_prints(np.tile(two_classes(rows)[0], (2, 1)))
    assert len(kept) == min(rows, KEPT)
    exact = rows < KEPT
    # The largest of a thousand kept prints is off by a standard deviation of three percent.
    assert printed_rows(kept) == (rows if exact else pytest.approx(rows, rel=0.15))


@dataclass
class ManyModels:
    members: tuple[object, ...]


def test_a_model_of_several_was_fitted_on_the_rows_that_most_of_one_of_them_knows() -> None:
    X, y = two_classes(120)
    own = [
        SteerableLogisticRegression().fit(X[part], y[part]) for part in (slice(0, 90), slice(30))
    ]
    assert fitted_rows(ManyModels(tuple(own)), X) == (90, True)
    assert fitted_rows(ManyModels(tuple(own[::-1])), X) == (90, True)
    unknown = LogisticRegression().fit(X, y)
    assert fitted_rows(ManyModels((own[0], unknown)), X) == (90, False)


def test_parts_that_are_added_are_remembered() -> None:
    X, y = two_classes(60)
    X = np.abs(np.round(X))
    model = LikelihoodSpaceClassifier().partial_fit(X[:30], y[:30], classes=[0, 1])
    model.partial_fit(X[30:], y[30:])
    assert fitted_rows(model, X) == (60, True)


def test_support_vectors_show_some_of_the_rows() -> None:
    X, y = two_classes(200)
    rows, is_known = fitted_rows(SVC().fit(X, y), X)
    assert rows > 20
    assert not is_known
    assert fitted_rows(LogisticRegression().fit(X, y), X) == (0, False)


def test_nothing_is_guaranteed_from_rows_that_the_model_was_fitted_on() -> None:
    X, y = two_classes(600)
    model = SteerableLogisticRegression().fit(X[:300], y[:300])
    own = steer(model, X[:300], y[:300], "fpr <= 30%", 0.95)
    assert (own.met, own.code, own.ended) == (False, "fitted-rows", "met")
    assert (own.assurance, own.guarantees, own.assumptions) == ("none", (), ())
    assert [(each.code, each.rows) for each in own.warnings] == [("fitted-rows", 300)]
    fresh = steer(model, X[300:], y[300:], "fpr <= 30%", 0.95)
    assert (fresh.assurance, fresh.warnings) == ("guaranteed", ())
    assert len(fresh.assumptions) == 1
    # A few duplicates do no harm.
    mixed = np.concatenate([X[300:], X[:20]]), np.concatenate([y[300:], y[:20]])
    assert steer(model, *mixed, "fpr <= 30%", 0.95).assurance == "guaranteed"


def test_a_saved_model_still_knows_its_rows(tmp_path) -> None:
    X, y = two_classes(200)
    save_model(SteerableLogisticRegression().fit(X, y), tmp_path / "model.skops")
    assert steer(load_model(tmp_path / "model.skops"), X, y, "fpr <= 40%", 0.9).guarantees == ()


def test_a_forest_guarantees_nothing_from_its_own_rows() -> None:
    X, y = two_classes(400)
    forest = RandomForestClassifier(30, random_state=0).fit(X[:200], y[:200])
    own = steer(forest, X[:200], y[:200], "fpr <= 20%", 0.95)
    assert (own.met, own.code) == (False, "fitted-rows")
    assert [(each.code, each.rows) for each in own.warnings] == [("fitted-rows", 200)]
    # Without a confidence nothing is said of new rows.
    assert steer(forest, X[:200], y[:200], "fpr <= 20%").met
    around = FixedThresholdClassifier(FrozenEstimator(forest)).fit(X[200:], y[200:])
    piped = make_pipeline(StandardScaler(with_mean=False, with_std=False), clone(forest)).fit(X, y)
    for model, rows in ((around, slice(0, 200)), (piped, slice(100, 400))):
        assert steer(model, X[rows], y[rows], "fpr <= 20%", 0.95).code == "fitted-rows"
    fresh = steer(forest, X[200:], y[200:], "fpr <= 50%", 0.95)
    assert fresh.met
    assert fresh.warnings == ()
    # That it has not seen these is assumed, and said.
    assert len(fresh.assumptions) == 2


def test_a_model_with_hardly_an_error_is_suspected() -> None:
    X, y = two_classes(400)
    boosted = HistGradientBoostingClassifier(random_state=0).fit(X[:200], y[:200])
    own = steer(boosted, X[:200], y[:200], "fpr <= 20%", 0.95)
    assert own.met
    assert [each.code for each in own.warnings] == ["too-good"]


@pytest.mark.parametrize("name", [*OWN, "forest"])
def test_new_rows_that_equal_others_by_chance_are_not_taken_for_fitted_ones(name: str) -> None:
    """Of three features with two values each there are eight different rows."""
    X, y = two_classes(700)
    X = (X[:, :3] > 0.5).astype(float)
    model = RandomForestClassifier(random_state=0) if name == "forest" else OWN[name]
    model.fit(X[:400], y[:400])
    assert fitted_rows(model, X[400:], y[400:]) == (0, False)
    new = steer(model, X[400:], y[400:], "fpr <= 60%", 0.95)
    assert (new.assurance, new.warnings) == ("guaranteed", ())


def test_a_share_of_equal_rows_of_a_sample_bounds_that_of_a_larger_one() -> None:
    """Rows are drawn from places that are rare to common; the bound holds in the mean."""
    rng = np.random.default_rng(0)
    shares = rng.pareto(1.0, 400) + 0.05
    shares /= shares.sum()
    excess = []
    for _ in range(200):
        fitted, new = rng.choice(400, 240, p=shares), rng.choice(400, 80, p=shares)
        counts = np.unique(new, return_counts=True)[1]
        repeated = 1.0 - (counts == 1).sum() / 80
        excess.append(np.isin(new, fitted).mean() - (1.0 - (1.0 - repeated) ** 3))
        assert recognized_rows(new[:, np.newaxis], 80, 240).rows == 80 * (repeated < 0.5)
    assert np.mean(excess) < 0.0


@pytest.mark.parametrize("confidence", [None, 0.95])
@pytest.mark.parametrize(("want", "label"), [("fpr <= 1%", 1), ("recall >= 99%", 0)])
def test_a_limit_kept_by_calling_all_rows_alike_is_named(
    want: str, label: int, confidence: float | None
) -> None:
    """Of rows that all have the same score, all are called alike."""
    y = np.repeat([0, 1], 450)
    model = LogisticRegression().fit(np.array([[0.0], [1.0]]), [0, 1])
    steering = steer(model, np.zeros((900, 1)), y, want, confidence)
    assert steering.met
    assert [(each.code, each.label) for each in steering.warnings] == [("never-predicted", label)]
