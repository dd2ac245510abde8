"""Features made block by block beside those of scikit-learn's column transformer."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_matrix

from steersman.data.arrow.columns import coded_words, encoded_words
from steersman.data.column_parts import DateParts
from steersman.data.columns.numerals import are_codes, is_code, is_number
from steersman.data.date_parts import parts_of
from steersman.data.feature_rows import feature_rows
from steersman.data.medians import MANY_VALUES, median
from steersman.data.raw_columns import raw_features

ROWS = 300
RNG = np.random.default_rng(0)
FRAME = pd.DataFrame(
    {
        "size": np.where(RNG.random(ROWS) < 0.2, np.nan, RNG.normal(size=ROWS).round(1)),
        "zeros": np.zeros(ROWS),
        "port": RNG.choice(["Oslo", "Cork", "?", "Rome"], ROWS),
        "flag": [None if place % 7 == 0 else f"f{place % 5}" for place in range(ROWS)],
        "sailed": np.datetime64("1969-11-03") + RNG.integers(0, 90, ROWS),
    }
)


@pytest.mark.parametrize("words", [(), ("port", "flag")])
def test_rows_are_those_of_the_column_transformer(words):
    features = raw_features(["size", "zeros"], words, dates=["sailed"], dense=not words)
    features.fit(FRAME[:200])
    columns, encoding = features["columns"], features["features"]
    expected, made = features.transform(FRAME), feature_rows(encoding, columns.transform(FRAME))
    assert isinstance(made, csr_matrix) == bool(words)
    if words:
        assert made.nnz == expected.nnz
        assert (made != expected).nnz == 0
        assert np.array_equal(made.indices, expected.indices)
    else:
        assert np.array_equal(made, expected)


def test_rows_of_an_arrow_table_are_those_of_pandas_whatever_part_of_it_is_learned_from():
    table = pa.concat_tables([pa.Table.from_pandas(FRAME[:100]), pa.Table.from_pandas(FRAME[100:])])
    # The words of rows that are not learned from are no features, though the table holds them.
    for learned in (slice(0, 30), slice(90, 200)):
        made = []
        for rows, part in ((FRAME, FRAME[learned]), (table, table[learned])):
            features = raw_features(["size"], ["port", "flag"]).fit(part)
            columns, encoding = features["columns"], features["features"]
            made.append(feature_rows(encoding, columns.transform(rows)[35:]))
        assert made[0].shape == made[1].shape
        assert (made[0] != made[1]).nnz == 0


@given(
    st.lists(st.lists(st.sampled_from(["a", "b", "", None]), max_size=4), min_size=1, max_size=4),
    st.integers(0, 8),
)
def test_encoded_words_of_some_rows_are_those_of_the_rows(chunks, start):
    column = pa.chunked_array([pa.array(chunk, pa.string()) for chunk in chunks], pa.string())
    distinct, codes = coded_words(encoded_words(column)[start:])
    expected = [word or "" for word in column[start:].to_pylist()]
    assert [distinct[code] for code in codes] == expected
    assert sorted(distinct) == sorted(set(expected))


def test_a_missing_encoded_word_has_no_code():
    column = pa.chunked_array([["b", "a"], ["a", None], [None]]).dictionary_encode()
    distinct, codes = coded_words(column[1:])
    assert (distinct.tolist(), codes.tolist()) == (["a"], [0, 0, -1, -1])


@given(st.lists(st.text("0+-.1٣ \n", max_size=21) | st.just("9" * 19), max_size=4))
def test_codes_among_words_are_those_of_each_word(words):
    fractions = any("." in word and is_number(word) for word in words)
    assert are_codes(words) == (any(map(is_code, words)) and not fractions)


@given(st.integers(0, 2**32 - 1), st.sampled_from([1, 7, 10_000]), st.integers(0, 3))
def test_the_median_of_many_values_is_that_of_all(seed, kinds, odd):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, kinds, MANY_VALUES + odd).astype(float)
    # A sample of every so many values sees nothing of the rest where they come in this order.
    values[:: len(values) // 1_000] += rng.choice([0.0, -50_000.0])
    values[rng.random(len(values)) < 0.01] = np.nan
    assert median(values) == np.nanmedian(values)


def test_parts_of_dates_far_apart_are_those_of_pandas():
    moments = ["1583-02-28", "1969-12-31T23:59:59", "2024-02-29T13:00:00", "2262-01-01"]
    days = pd.DatetimeIndex(np.array(moments, "datetime64[s]"))
    near = pd.date_range("1969-12-01", periods=80, freq="13h")
    for moments in (days, near):
        expected = np.column_stack([moments.month, moments.day_of_week, moments.hour])
        assert np.array_equal(parts_of(moments.to_numpy("datetime64[s]"))[:, 1:], expected)


@given(st.integers(0, 2**32 - 1), st.sampled_from([1, 40, 3_000]), st.booleans())
def test_what_stands_for_a_missing_date_is_the_median_of_each_part(seed, days, with_times):
    rng = np.random.default_rng(seed)
    moments = np.datetime64("1969-06-01", "s") + 86_400 * rng.integers(0, days, 200)
    moments += rng.integers(0, 86_400, 200) * with_times
    moments[rng.random(200) < 0.1] = "NaT"
    filled = DateParts().fit(pa.table({"sailed": moments})).fillings_
    assert np.array_equal(filled, np.nanmedian(parts_of(moments), axis=0))
