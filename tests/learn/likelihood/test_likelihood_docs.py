"""The examples in the documentation of likelihood spaces run as written."""

from __future__ import annotations

import doctest
from pathlib import Path


def test_documented_examples_give_what_they_show() -> None:
    page = Path(__file__).parents[3] / "docs" / "likelihood-spaces.md"
    results = doctest.testfile(str(page), module_relative=False)
    assert results.attempted > 8
    assert results.failed == 0
