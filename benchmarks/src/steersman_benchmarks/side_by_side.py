"""Fair timing of two implementations, and the documents that text benchmarks use."""

from __future__ import annotations

import os
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from steersman.data import load
from steersman.data.collections.reuters import stories
from steersman.text import resource_path


class Documents(NamedTuple):
    """Texts and the name they go by."""

    name: str
    texts: list[str]


def documents() -> Documents:
    """All of Reuters-21578 where STEERSMAN_DATA is set, else the built-in docstrings."""
    if os.environ.get("STEERSMAN_DATA"):
        found = stories(resource_path("reuters21578.parquet"))
        return Documents("Reuters-21578", [story.text for story in found])
    return Documents("docstrings", list(load("docstrings").text or ()))


def best_of_both(
    ours: Callable[[], object], peer: Callable[[], object], repeats: int = 4
) -> tuple[float, float]:
    """The shortest timing of each in seconds, taken in turns so that both meet the same machine."""
    timings_s: tuple[list[float], list[float]] = ([], [])
    for _ in range(repeats):
        # In turns: a machine that slows down halfway must not favor one side.
        for work, taken_s in zip((ours, peer), timings_s, strict=True):
            start = perf_counter()
            work()
            taken_s.append(perf_counter() - start)
    return min(timings_s[0]), min(timings_s[1])
