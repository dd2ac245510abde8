"""Martingale programs over partitions beside those grown in memory."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.scale.conftest import Whole
from tests.scale.test_logistic_fit import memory_rows

from steersman import Job, MartingaleBoostClassifier, open_partitions
from steersman.learn.martingale import learners, node_problem
from steersman.scale import PartitionedDataset, prepared_rows


@pytest.fixture(scope="module")
def moons(tmp_path_factory: pytest.TempPathFactory) -> PartitionedDataset:
    """Rows of two classes that no line separates, in three files."""
    folder = tmp_path_factory.mktemp("moons")
    rng = np.random.default_rng(1)
    kinds = rng.integers(2, size=700)
    turn = np.pi * rng.random(700)
    x = np.where(kinds == 1, 1.0 - np.cos(turn), np.cos(turn)) + 0.3 * rng.normal(size=700)
    y = np.where(kinds == 1, 0.5 - np.sin(turn), np.sin(turn)) + 0.3 * rng.normal(size=700)
    lines = [f"{a:.5f},{b:.5f},{'xo'[kind]}" for a, b, kind in zip(x, y, kinds)]
    for name, some in (("a", lines[:100]), ("b", lines[100:400]), ("c", lines[400:])):
        (folder / f"{name}.csv").write_text("\n".join(["p,q,kind", *some]) + "\n")
    return open_partitions(str(folder / "*.csv"), label="kind")


@pytest.fixture
def exact_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """So exact that no row is routed otherwise because of a fit that stopped early."""
    for module in (learners, node_problem):
        monkeypatch.setattr(module, "NODE_TOL", 1e-13)
    monkeypatch.setattr(prepared_rows, "CHUNK_CELLS", 20_000)


@pytest.mark.usefixtures("exact_fits")
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"features": "linear", "freeze": False, "n_levels": 4},
        {"features": "rbf", "routing": "resubstitution", "draw_to_root": False, "n_levels": 6},
    ],
)
def test_the_program_is_that_of_memory(
    moons: PartitionedDataset, settings: dict[str, object]
) -> None:
    model = moons.fit(MartingaleBoostClassifier(random_state=0, **settings))
    X, y = memory_rows(moons)
    memory = MartingaleBoostClassifier(random_state=0, **settings).fit(X, y)
    assert len(model.graph_.nodes) == len(memory.graph_.nodes)
    for one, other in zip(model.graph_.nodes, memory.graph_.nodes):
        assert (one.votes, one.rows, one.label) == (other.votes, other.rows, other.label)
        assert (one.frozen, one.children, one.shift) == (other.frozen, other.children, other.shift)
        assert np.array_equal(one.matrix, other.matrix)
    assert np.array_equal(model.matrix_, memory.matrix_)
    assert np.allclose(model.predict_proba(X), memory.predict_proba(X), atol=1e-6)
    assert walk_folders(moons) == []


def walk_folders(dataset: PartitionedDataset) -> list[Path]:
    return list(Path(dataset.partitions[0].path).parent.glob("walk-*"))


def test_words_are_voted_on_by_nodes_without_their_fold(
    opened: PartitionedDataset, whole: Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    from steersman.learn.martingale import features

    # Sparse columns have no leave-one-out scores.
    monkeypatch.setattr(features, "FEW_COLUMNS", 10)
    monkeypatch.setattr(features, "WIDEST_RBF", 10)
    model = opened.fit(MartingaleBoostClassifier(n_levels=2, random_state=0))
    memory = MartingaleBoostClassifier(n_levels=2, random_state=0).fit(whole.X, whole.y)
    # The root learns from all rows, the others from rows that other folds sent on.
    roots = [each.graph_.decisions[0].weights for each in (model, memory)]
    assert np.allclose(*roots, atol=0.01)
    assert model.matrix_.sum() == opened.rows
    assert np.mean(model.predict(whole.X) == memory.predict(whole.X)) > 0.9


def test_a_program_is_steered_on_all_rows(moons: PartitionedDataset) -> None:
    done = moons.steer(Job("fpr <= 20%", 0.9, model="martingale"))
    assert done.steering.met
    assert done.tested is not None
    counts = done.steering.model.estimator_[-1].matrix_.sum()
    assert counts == len(done.parts.train)
