"""Numbered rows beside a tuple of their words."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from steersman.data import load
from steersman.data.row_names import NumberedRows


@given(st.lists(st.integers(0, 50)), st.slices(50))
def test_numbered_rows_are_the_words_of_their_numbers(rows, some):
    expected = tuple(str(row + 1) for row in rows)
    for names in (NumberedRows(rows), NumberedRows(np.array(rows, dtype=int))):
        assert (len(names), tuple(names), hash(names)) == (len(rows), expected, hash(expected))
        assert names == expected
        assert expected == names
        assert tuple(names[some]) == expected[some]
        assert all(type(name) is str for name in names)
        assert [names[place] for place in range(-len(rows), 0)] == list(expected)
    assert NumberedRows(range(9)) != tuple("12345678")
    assert NumberedRows(range(1)) != 1


def test_rows_that_are_left_out_keep_their_numbers(tmp_path):
    path = tmp_path / "mail.csv"
    path.write_text("size,kind\n1,ham\n2,\n3,spam\n4,ham\n5,spam\n")
    dataset = load(path, label="kind")
    assert dataset.ids == ("1", "3", "4", "5")
    assert dataset.rows([3, 0]).ids == ("5", "1")
