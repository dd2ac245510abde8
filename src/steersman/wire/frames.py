"""Frames: a JSON header and binary columns in one message (see docs/protocol.md)."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

MAGIC = b"STM1"
# JavaScript's typed arrays can only view a buffer at multiples of their item size.
ALIGNMENT = 8
# No 8-byte types: the page draws in 32 bits, and fewer bytes travel. Little-endian, as on all
# machines that browsers run on.
DTYPES: dict[str, np.dtype[Any]] = {
    "f4": np.dtype("<f4"),
    "u4": np.dtype("<u4"),
    "u1": np.dtype("u1"),
}
CODES = {dtype: code for code, dtype in DTYPES.items()}

Columns = Sequence[tuple[str, NDArray[np.generic]]]


def encode_frame(header: Mapping[str, Any], columns: Columns = ()) -> bytes:
    """One frame as bytes.

    >>> decode_frame(encode_frame({"kind": "progress"}))
    ({'kind': 'progress', 'columns': []}, {})
    """
    listing, bodies, offset = [], [], 0
    for name, values in columns:
        body = values.astype(values.dtype.newbyteorder("<"), copy=False).tobytes()
        listing.append(
            {
                "name": name,
                "dtype": CODES[values.dtype],
                "shape": list(values.shape),
                "offset": offset,
                "length": len(body),
            }
        )
        padding = -len(body) % ALIGNMENT
        bodies.append(body + b"\0" * padding)
        offset += len(body) + padding
    # NaN is no JSON: JSON.parse in the page would reject the whole frame.
    text = json.dumps(
        {**header, "columns": listing}, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    ).encode()
    # Padded with spaces, which JSON ignores, so that the columns begin aligned.
    text += b" " * (-len(text) % ALIGNMENT)
    return b"".join([MAGIC, struct.pack("<I", len(text)), text, *bodies])


def decode_frame(frame: bytes) -> tuple[dict[str, Any], dict[str, NDArray[np.generic]]]:
    """The header and the columns of a frame."""
    if frame[:4] != MAGIC:
        raise ValueError(f"a frame starts with {MAGIC!r}, this with {frame[:4]!r}")
    (length,) = struct.unpack_from("<I", frame, 4)
    start = 8 + length
    header: dict[str, Any] = json.loads(frame[8:start])
    columns = {
        each["name"]: np.frombuffer(
            frame, DTYPES[each["dtype"]], int(np.prod(each["shape"])), start + each["offset"]
        ).reshape(each["shape"])
        for each in header["columns"]
    }
    return header, columns
