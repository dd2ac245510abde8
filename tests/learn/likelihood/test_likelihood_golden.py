"""The model beside the figures of the likelihood-space author's own program."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.sparse import csr_matrix, load_npz

from steersman.learn.likelihood import LikelihoodSpaceClassifier
from steersman.maths.confusion import binary_counts

CATEGORIES = ("acq", "corn", "grain", "money-fx", "trade")


@pytest.fixture(scope="module")
def matrices(shared_data: Path) -> dict[str, tuple[csr_matrix, dict[str, np.ndarray]]]:
    parts = {}
    for split in ("train", "test"):
        stem = f"reuters10-dinunzio-{split}"
        with (shared_data / f"{stem}-labels.csv").open() as file:
            rows = list(csv.DictReader(file))
        labels = {name: np.array([row[name] == "1" for row in rows]) for name in rows[0]}
        parts[split] = (csr_matrix(load_npz(shared_data / f"{stem}.npz")), labels)
    return parts


@pytest.fixture(scope="module")
def golden(shared_data: Path) -> list[dict[str, str]]:
    path = shared_data.parent / "anchors" / "likelihood-golden.csv"
    if not path.is_file():
        pytest.skip("the author's figures are not beside the data folder")
    with path.open() as file:
        return list(csv.DictReader(file))


def test_every_golden_category_is_checked(golden: list[dict[str, str]]) -> None:
    assert {row["category"] for row in golden} == set(CATEGORIES)


@pytest.mark.parametrize("category", CATEGORIES)
def test_figures_equal_those_of_the_authors_program(
    category: str,
    golden: list[dict[str, str]],
    matrices: dict[str, tuple[csr_matrix, dict[str, np.ndarray]]],
) -> None:
    """There the coordinates hold the prior; here the line does."""
    train, labels = matrices["train"]
    model = LikelihoodSpaceClassifier().fit(train, labels[category])
    log_prior = np.log(labels[category].mean())
    log_rest = np.log1p(-labels[category].mean())
    rows = [row for row in golden if row["category"] == category]
    assert rows
    for row in rows:
        slope, intercept = float(row["slope"]), float(row["intercept"])
        model.set_params(
            alpha=float(row["alpha"]),
            beta=float(row["beta"]),
            slope=slope,
            intercept=intercept + slope * log_prior - log_rest,
        )
        X, truth = matrices[row["split"]][0], matrices[row["split"]][1][category]
        found = binary_counts(truth, model.predict(X))
        # where nothing is predicted, that program's precision is 1 by convention
        precision = found.precision if found.tp + found.fp else 1.0
        assert_allclose(
            [found.recall, precision, found.f1],
            [float(row["recall"]), float(row["precision"]), float(row["f1"])],
            rtol=0,
            atol=1e-9,
        )
        sums = (model.coordinates(X) + np.array([log_prior, log_rest])).sum(axis=0)
        assert_allclose(sums, [float(row["sum_x"]), float(row["sum_y"])], rtol=1e-6)
