from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from tests.golden.regenerate import MOST_NUMBERS

from steersman.wire.frames import decode_frame, encode_frame

GOLDEN = Path(__file__).parents[1] / "golden"

numbers = st.sampled_from([np.float32, np.uint32, np.uint8]).flatmap(
    lambda dtype: arrays(dtype, array_shapes(max_dims=2, min_side=0, max_side=9))
)


@given(
    st.dictionaries(st.text(max_size=5), st.text(max_size=20), max_size=3),
    st.lists(numbers, max_size=4),
)
def test_a_frame_decodes_to_what_was_encoded(header, columns) -> None:
    header.pop("columns", None)
    named = [(f"c{number}", values) for number, values in enumerate(columns)]
    frame = encode_frame(header, named)
    again, read = decode_frame(frame)
    again.pop("columns")
    assert again == header
    for name, values in named:
        assert read[name].dtype == values.dtype
        assert np.array_equal(read[name], values, equal_nan=values.dtype.kind == "f")


@given(st.lists(numbers, max_size=4))
def test_every_column_starts_at_a_multiple_of_eight(columns) -> None:
    header, _ = decode_frame(
        encode_frame({}, [(str(n), values) for n, values in enumerate(columns)])
    )
    assert all(each["offset"] % 8 == 0 for each in header["columns"])


def test_not_a_number_never_reaches_the_wire() -> None:
    with pytest.raises(ValueError):
        encode_frame({"value": float("nan")})


def test_a_foreign_message_is_refused() -> None:
    with pytest.raises(ValueError, match="GIF8"):
        decode_frame(b"GIF89a..........")


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.bin")), ids=lambda path: path.stem)
def test_golden_frames_decode_to_what_is_written_beside_them(path: Path) -> None:
    header, columns = decode_frame(path.read_bytes())
    expected = json.loads(path.with_suffix(".json").read_text())
    values = expected.pop("values")
    assert header == expected
    written = {name: column.ravel()[:MOST_NUMBERS].tolist() for name, column in columns.items()}
    assert written == values
