"""Columns of words that are encoded once for all who ask."""

import narwhals as nw
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from steersman.data.arrow import shared_encodings as encodings
from steersman.data.arrow.columns import coded_words, distinct_values, encoded_words
from steersman.data.arrow.shared_encodings import encoded_column, shared_encodings
from steersman.data.columns.cells import missing_count
from steersman.data.columns.kinds import first_words

CHUNKS = st.lists(
    st.lists(st.sampled_from(["a", "b", "", "?", None]), max_size=5), min_size=1, max_size=4
)


@given(CHUNKS, st.integers(0, 6), st.integers(1, 5))
def test_shared_words_are_those_of_the_column(chunks, start, most):
    column = pa.chunked_array([pa.array(chunk, pa.string()) for chunk in chunks], pa.string())
    some = column[start:]
    named = nw.from_native(some, series_only=True)
    expected = some.to_pylist()
    alone = (missing_count(named), first_words(named, most), set(distinct_values(some)))
    with shared_encodings():
        # Another part of the same memory must not be taken for this one.
        encoded_column(column)
        assert encoded_words(some).to_pylist() == [word or "" for word in expected]
        assert set(distinct_values(some)) == set(expected)
        distinct, codes = coded_words(some)
        words = [None if code < 0 else distinct[code] for code in codes]
        assert words == expected
        assert (missing_count(named), first_words(named, most), set(distinct_values(some))) == alone


def test_a_column_is_encoded_once_within_the_block(monkeypatch):
    made = []
    encode = encodings.encoding_of
    monkeypatch.setattr(encodings, "encoding_of", lambda words: made.append(1) or encode(words))
    table = pa.table({"port": ["Oslo", "Cork"] * 5_000})
    column = nw.from_native(table["port"], series_only=True)
    with shared_encodings():
        for _ in range(2):
            first_words(column, 3)
            coded_words(table["port"])
            encoded_words(table["port"])
    assert len(made) == 1
    coded_words(table["port"])
    assert len(made) == 2
