"""Raw rows to features, alike from every kind of frame."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline
from tests.errors import raises

from steersman import load_model
from steersman.data import load
from steersman.data.medians import median
from steersman.data.raw_columns import RawColumns, feature_names, fit_parts, raw_features
from steersman.learn.files import save_model

ROWS = {
    "size": [1.5, 2.0, -3.0],
    "wet": [True, False, True],
    "port": ["Oslo", "Rome", "Oslo"],
    "title": ["All sails", "", "Engines"],
    "log": ["set the sails", "torn sails", "engines on"],
    "kind": ["sail", "sail", "motor"],
}


def features_of(frame: object) -> np.ndarray:
    made = raw_features(["size", "wet"], ["port"], ["title", "log"]).fit(pd.DataFrame(ROWS))
    return made.transform(frame).toarray()


@pytest.mark.parametrize("kind", [pl.DataFrame, pa.table])
def test_every_frame_gives_the_same_features(kind: object) -> None:
    np.testing.assert_array_equal(features_of(kind(ROWS)), features_of(pd.DataFrame(ROWS)))


def test_words_that_spell_numbers_are_numbers() -> None:
    spelled = pd.DataFrame(ROWS).assign(size=["1.5", " 2", "-3e0"], wet=["true", "False", "TRUE"])
    np.testing.assert_array_equal(features_of(spelled), features_of(pd.DataFrame(ROWS)))


def test_features_equal_those_of_the_reader() -> None:
    frame = pd.DataFrame(ROWS)[["size", "wet", "port", "kind"]]
    ours = raw_features(["size", "wet"], ["port"], dense=True).fit_transform(frame)
    np.testing.assert_array_equal(ours, load(frame, label="kind").X.toarray())
    words = pd.DataFrame(ROWS)[["log", "kind"]]
    ours = raw_features(text=["log"]).fit_transform(words)
    theirs = load(words, label="kind", text="log").X
    np.testing.assert_array_equal(ours.toarray(), theirs.toarray())


def test_a_missing_column_is_named() -> None:
    with raises("column-missing", column="port"):
        features_of(pd.DataFrame(ROWS).drop(columns="port"))


@pytest.mark.parametrize(
    ("size", "code"),
    [
        (["1", "big", "3"], "value-not-a-number"),
        ([1.0, np.inf, 3.0], "value-not-finite"),
    ],
)
def test_what_is_no_number_is_said_with_its_row(size: list[object], code: str) -> None:
    with raises(code, column="size", row=2):
        features_of(pd.DataFrame(ROWS).assign(size=size))


@pytest.mark.parametrize("gap", [None, np.nan, "?", " NA "])
def test_a_missing_number_is_the_median_of_the_training_rows(gap: object) -> None:
    rows = pd.DataFrame(ROWS).assign(size=pd.Series(["1.5", gap, "-3"], dtype=object))
    made = raw_features(["size"], dense=True).fit(pd.DataFrame(ROWS))
    np.testing.assert_array_equal(made.transform(rows)[:, 0], [1.5, 1.5, -3.0])


def test_text_that_is_missing_altogether_is_empty() -> None:
    empty = pd.DataFrame(ROWS).assign(title=None, log=None)
    assert features_of(empty)[:, 4:].sum() == 0


def test_it_is_cloned_with_its_settings() -> None:
    """scikit-learn's own checks hand arrays to an estimator; this one reads frames only."""
    columns = RawColumns(numbers=["size"], text=["log"])
    assert clone(columns).get_params() == columns.get_params()
    assert clone(raw_features(["size"])).fit(pd.DataFrame(ROWS))


MIXED = {
    "numbers": ["size", "wet"],
    "words": ["port"],
    "text": ["log"],
    "dates": ["sailed"],
}
SAILED = pd.DataFrame(ROWS).assign(sailed=["3/4/2020", "13/4/2020", None])


def test_a_mixed_pipeline_travels_with_its_model_without_pickle(tmp_path: Path) -> None:
    model = LogisticRegression().fit(
        raw_features(**MIXED).fit_transform(SAILED), np.array(ROWS["kind"])
    )
    features = raw_features(**MIXED).fit(SAILED)
    save_model(Pipeline([*features.steps, ("model", model)]), tmp_path / "m.skops")
    loaded = load_model(tmp_path / "m.skops")
    strange = SAILED.assign(
        size=[None, "7", "?"],
        port=["Atlantis", None, "Rome"],
        sailed=["1/2/2020", "", "31/12/2020"],
        log=[None, "words never seen", "sails"],
    )
    for rows in (SAILED, strange, pl.from_pandas(strange), pa.Table.from_pandas(strange)):
        expected = model.predict_proba(features.transform(rows))
        np.testing.assert_array_equal(loaded.predict_proba(rows), expected)
    with raises("value-not-a-date", column="sailed", row=1):
        loaded.predict(strange.assign(sailed="12/31/2020"))


@pytest.mark.parametrize("dense", [False, True])
def test_fitting_part_by_part_learns_the_same(dense: bool) -> None:
    parts = {key: MIXED[key] for key in ("numbers", "words", "dates")}
    whole, piecewise = (raw_features(**parts, dense=dense) for _ in range(2))
    expected = whole.fit_transform(SAILED)
    fit_parts(piecewise, SAILED)
    got = piecewise.transform(SAILED)
    assert feature_names(piecewise) == feature_names(whole)
    np.testing.assert_array_equal(*(X if dense else X.toarray() for X in (got, expected)))
    again = clone(piecewise).fit(SAILED.iloc[:2])
    assert "port=Oslo" in feature_names(again)


def test_very_many_columns_give_the_features_that_few_give_each(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    wide = pd.DataFrame({f"n{n}": rng.normal(size=12) for n in range(300)})
    wide.iloc[3, 7] = None
    for n in range(250):
        wide[f"w{n}"] = rng.choice(["Oslo", "Rome", "Cork"], 12)
    numbers, words = list(wide.columns[:300]), list(wide.columns[300:])
    features = raw_features(numbers, words, dense=True)
    made = features.fit_transform(wide)
    apart = [raw_features([name], dense=True).fit_transform(wide[[name]]) for name in numbers]
    apart += [raw_features(words=[name], dense=True).fit_transform(wide[[name]]) for name in words]
    np.testing.assert_array_equal(made, np.hstack(apart))
    model = Pipeline([*features.steps, ("model", LogisticRegression())])
    model.named_steps["model"].fit(made, np.arange(12) % 2)
    save_model(model, tmp_path / "wide.skops")
    again = load_model(tmp_path / "wide.skops")
    np.testing.assert_array_equal(again.predict(wide[::-1]), model.predict(wide)[::-1])


@given(st.lists(st.floats(allow_nan=True, allow_infinity=False), max_size=9))
def test_the_median_is_numpys_of_the_values_that_are_there(values: list[float]) -> None:
    there = [value for value in values if value == value]
    with np.errstate(over="ignore"):
        expected = float(np.median(there)) if there else 0.0
        assert median(np.array(values, dtype=float)) == expected
