"""What stands for missing categories and dates."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.impute import SimpleImputer
from sklearn.preprocessing import OneHotEncoder
from tests.errors import raises

from steersman import load
from steersman.data import sniff
from steersman.data.date_parts import DATE_PARTS, parts_of
from steersman.data.read_options import ReadOptions

ROWS = pd.DataFrame(
    {
        "port": ["Rome", "Oslo", None, "Oslo", "?", "Rome", "Oslo", "Kiel"],
        "seen": [
            "2024-03-01",
            None,
            "2021-12-24",
            "2022-07-04",
            "",
            "2023-01-01",
            "-",
            "2020-02-29",
        ],
        "kind": ["a", "b", "a", "b", "a", "b", "a", "b"],
    }
)


@pytest.fixture
def ships(tmp_path):
    path = tmp_path / "ships.csv"
    ROWS.to_csv(path, index=False)
    return path


def columns(data, name: str) -> np.ndarray:
    places = [at for at, each in enumerate(data.feature_names) if each.startswith(name)]
    return data.X[:, places].toarray()


def test_missing_categories_are_one_of_their_own_however_they_are_written(ships) -> None:
    data = load(ships, label="kind")
    assert [name for name in data.feature_names if name.startswith("port")] == [
        "port=(missing)", "port=Kiel", "port=Oslo", "port=Rome",
    ]  # fmt: skip
    assert columns(data, "port")[:, 0].tolist() == [0, 0, 1, 0, 1, 0, 0, 0]


def test_the_most_frequent_category_fills_gaps_as_in_scikit_learn(ships) -> None:
    data = load(ships, label="kind", missing_categories="frequent")
    words = ROWS[["port"]].fillna("?").to_numpy(dtype=object)
    filled = SimpleImputer(strategy="most_frequent", missing_values="?").fit_transform(words)
    assert (
        columns(data, "port").tolist() == OneHotEncoder().fit_transform(filled).toarray().tolist()
    )
    new = pd.DataFrame({"port": [None, "Kiel", "Lima"], "seen": ["2024-01-01"] * 3})
    made = data.from_raw.transform(new).toarray()
    ports = [at for at, name in enumerate(data.feature_names) if name.startswith("port")]
    assert made[:, ports].tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize(
    ("rule", "stands"), [("earliest", "2020-02-29"), ("latest", "2024-03-01"), ("median", None)]
)
def test_missing_dates_become_a_date_of_the_column(ships, rule, stands) -> None:
    data = load(ships, label="kind", missing_dates=rule)
    there = pd.to_datetime(ROWS["seen"], errors="coerce").dropna()
    expected = (
        np.median(parts_of(there.to_numpy()), axis=0)
        if stands is None
        else parts_of(np.array([stands], dtype="datetime64[s]"))[0]
    )
    made = columns(data, "seen")
    assert made.shape[1] == len(DATE_PARTS)
    assert made[[1, 4, 6]] == pytest.approx(np.tile(expected, (3, 1)))
    assert made[0, 0] == (np.datetime64("2024-03-01") - np.datetime64("1970-01-01")).astype(int)


def test_a_column_without_any_category_keeps_its_rows(tmp_path) -> None:
    path = tmp_path / "empty.csv"
    ROWS.assign(port="?").to_csv(path, index=False)
    data = load(path, label="kind", roles={"port": "category"}, missing_categories="frequent")
    assert columns(data, "port").tolist() == [[1.0]] * len(ROWS)


def test_rules_are_noted_and_wrong_ones_refused(ships) -> None:
    codes = {each.column: each.code for each in sniff(ships, label="kind").findings}
    assert codes["port"] == "words-missing"
    assert codes["seen"] == "values-missing"
    with raises("option-unknown", option="missing_dates", came="soon"):
        ReadOptions(missing_dates="soon")  # type: ignore[arg-type]
