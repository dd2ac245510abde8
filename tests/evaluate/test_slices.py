"""The worst slices: figures against scipy, and no more false ones than the correction allows."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix
from scipy.stats import binom, binomtest, false_discovery_control, fisher_exact
from sklearn.dummy import DummyClassifier
from tests.errors import raises

from steersman import find_slices
from steersman.evaluate import holm


class Decided(DummyClassifier):
    """A classifier whose decisions are known."""

    def __init__(self, decided: np.ndarray) -> None:
        super().__init__()
        self.decided = decided
        self.classes_ = np.unique(decided)

    def predict(self, X: object) -> np.ndarray:
        return self.decided


def rows_with_errors(seed: int = 0, rows: int = 600) -> tuple[pd.DataFrame, np.ndarray, np.ndarray]:
    """Rows of which those of one clinic, and old ones, are often decided wrongly."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {"clinic": rng.choice(["north", "south", "west"], rows), "age": rng.uniform(20, 80, rows)}
    )
    y = rng.integers(0, 2, rows)
    worse = (frame["clinic"] == "west") | (frame["age"] > 66)
    wrong = rng.random(rows) < np.where(worse, 0.35, 0.05)
    return frame, y, np.where(wrong, 1 - y, y)


@pytest.mark.parametrize("measure", ["error rate", "recall", "fpr", "precision", "accuracy"])
def test_every_figure_is_that_of_the_definition(measure: str) -> None:
    frame, y, decided = rows_with_errors()
    table = find_slices(Decided(decided), frame, y, measure=measure, clusters=0, most=100)
    counted = {
        "recall": y == 1, "fpr": y == 0, "precision": decided == 1,
    }.get(measure, np.ones(600, dtype=bool))  # fmt: skip
    good = measure in ("recall", "precision", "accuracy")
    for each in table:
        inside = np.zeros(600, dtype=bool)
        inside[each.members] = True
        wrong = (y != decided) & counted
        rows, bad = int((inside & counted).sum()), int((inside & wrong).sum())
        part = rows - bad if good else bad
        others = counted & ~inside
        assert (each.rows, each.part) == (rows, part)
        assert each.value == pytest.approx(part / rows)
        within = binomtest(part, rows).proportion_ci(0.95, method="exact")
        assert (each.low, each.high) == pytest.approx((within.low, within.high))
        rest = int((others & wrong).sum())
        share = rest / others.sum()
        assert each.rest == pytest.approx(1 - share if good else share)
        cells = [[bad, rows - bad], [rest, int(others.sum()) - rest]]
        assert each.p_value == pytest.approx(fisher_exact(cells, "greater").pvalue)
    names = [each.name for each in table]
    assert sorted(p.p_value for p in table) == [p.p_value for p in table]
    assert "clinic = west" in names[:2]
    assert table.tried == len(table) == 7
    assert [each.adjusted for each in table] == pytest.approx(holm([p.p_value for p in table]))


def test_false_slices_are_as_rare_as_the_correction_says() -> None:
    """Errors by chance alone, over columns, words and clusters of dependent features."""
    rng = np.random.default_rng(3)
    draws, holm_false, by_false = 120, 0, 0
    for _ in range(draws):
        frame = pd.DataFrame(
            {
                "site": rng.choice(list("abcdef"), 300),
                "x": rng.normal(size=300),
                "n": rng.integers(0, 4, 300),
            }
        )
        y = rng.integers(0, 2, 300)
        decided = np.where(rng.random(300) < 0.2, 1 - y, y)
        model = Decided(decided)
        table = find_slices(model, frame, y, clusters=4)
        holm_false += bool(table.significant(0.2))
        by_false += bool(find_slices(model, frame, y, clusters=4, correction="by").significant(0.2))
    assert holm_false <= binom.ppf(0.9999, draws, 0.2)
    assert by_false <= binom.ppf(0.9999, draws, 0.2)
    assert holm_false > 0


def test_words_and_clusters_are_slices_of_sparse_rows() -> None:
    rng = np.random.default_rng(1)
    counts = (rng.random((500, 30)) < 0.1).astype(float)
    y = rng.integers(0, 2, 500)
    wrong = rng.random(500) < np.where(counts[:, 7] > 0, 0.6, 0.05)
    names = [f"word{place}" for place in range(30)]
    model = Decided(np.where(wrong, 1 - y, y))
    table = find_slices(model, csr_matrix(counts), y, feature_names=names)
    worst = table.slices[0]
    assert (worst.kind, worst.column) == ("word", "word7")
    assert worst.members.tolist() == np.flatnonzero(counts[:, 7]).tolist()
    assert {each.kind for each in table} == {"word", "cluster"}
    by = find_slices(model, csr_matrix(counts), y, feature_names=names, correction="by", most=99)
    chances = [each.p_value for each in by]
    assert by.tried == len(by)
    expected = false_discovery_control(chances, method="by")
    assert [each.adjusted for each in by] == pytest.approx(expected)


def test_the_groups_of_one_column_are_all_shown_and_can_be_limited() -> None:
    frame, y, decided = rows_with_errors()
    model = Decided(decided)
    X = frame[["age"]].to_numpy()
    table = find_slices(model, X, y, by="clinic", columns={"clinic": frame["clinic"]})
    assert next(each.name for each in table) == "clinic = west"
    assert table.tried == 3
    given = find_slices(model, X, y, by=frame["clinic"])
    assert [each.p_value for each in given] == [each.p_value for each in table]
    assert "clinic = west" in table._repr_html_()
    assert str(table).splitlines()[1].startswith("clinic = west: ")
    with raises("unknown-group-column", column="town"):
        find_slices(model, X, y, by="town")
    with raises("not-a-rate", measure="f1"):
        find_slices(model, X, y, measure="f1")


def test_missing_values_and_few_numbers_are_slices_of_their_own() -> None:
    rng = np.random.default_rng(2)
    frame = pd.DataFrame(
        {"n": rng.integers(0, 3, 300).astype(float), "w": ["a"] * 150 + [None] * 150}
    )
    frame.loc[:39, "n"] = np.nan
    y = rng.integers(0, 2, 300)
    table = find_slices(Decided(y), frame, y, clusters=0)
    names = {each.name for each in table}
    assert names == {"n = (missing)", "n = 0", "n = 1", "n = 2", "w = a", "w = (missing)"}
    assert all(each.adjusted == 1.0 for each in table)
