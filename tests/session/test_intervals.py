"""Numbers beside words: both are seen in the plane."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from steersman.data import Dataset, load
from steersman.session import Session
from steersman.session.clusters.inputs import cluster_input
from steersman.session.datasets.corpus import corpus_of
from steersman.session.storage.headless import plane_model
from steersman.tasks import Task


def table(**more: list[str]) -> Dataset:
    rng = np.random.default_rng(3)
    ill = np.arange(200) % 2 == 0
    frame = pd.DataFrame(
        {
            "age": 40 + 20 * ill + rng.normal(0, 4, 200),
            "admitted": pd.Timestamp("2024-01-01") + pd.to_timedelta(np.arange(200), "D"),
            **more,
            "state": np.where(ill, "ill", "well"),
        }
    )
    return load(frame, label="state")


def held(dataset: Dataset, row: int) -> set[str]:
    corpus = corpus_of(dataset)
    return {corpus.feature_labels[feature] for feature in corpus.present.row(row)}


@pytest.mark.parametrize(
    "more",
    [
        {"port": ["Oslo", "Rome"] * 100},
        {"note": [f"the ship sails to port number {row}" for row in range(200)]},
    ],
)
def test_a_table_with_words_holds_the_intervals_of_its_numbers_too(more) -> None:
    plain, mixed = table(), table(**more)
    assert not plain.is_sparse
    assert mixed.is_sparse
    for row in (0, 1, 77):
        numbers = {name for name in held(plain, row) if name.startswith("age")}
        assert len(numbers) == 1
        assert numbers <= held(mixed, row)
    corpus = corpus_of(mixed)
    assert len(corpus.feature_labels) == len(corpus.feature_names) == corpus.features
    ones = corpus.present.matrix().toarray()
    measured = sum(not name.startswith(("port", "note")) for name in corpus.feature_names)
    words = np.asarray(mixed.X.toarray()) != 0
    np.testing.assert_array_equal(ones[:, measured:], words[:, -(corpus.features - measured) :])
    assert (ones[:, :measured].sum(axis=1) == ones[0, :measured].sum()).all()


def test_numbers_decide_in_the_plane_of_a_mixed_table() -> None:
    session = Session(table(port=["Oslo", "Rome", "Bergen", "Rome"] * 50))
    assert session.view().values["validation"]["line"]["f1"] > 0.9
    assert not hasattr(plane_model(session), "steps")  # it is about intervals, not about columns


def test_published_test_rows_are_cut_as_the_training_rows() -> None:
    whole = table(port=["Oslo", "Rome"] * 100)
    split = np.where(np.arange(200) < 150, "train", "test")
    corpus = corpus_of(replace(whole, split=split))
    assert corpus.test is not None
    assert corpus.test.feature_names == corpus.feature_names
    late = corpus_of(replace(whole, split=split[::-1].copy()))
    assert late.feature_names != corpus.feature_names


def test_clusters_of_a_mixed_table_see_its_numbers() -> None:
    ground = cluster_input(corpus_of(table(port=["Oslo", "Rome"] * 100)), Task())
    assert any(name.startswith("age") for name in ground.terms)
    assert set(np.unique(ground.counts.toarray())) == {0.0, 1.0}
