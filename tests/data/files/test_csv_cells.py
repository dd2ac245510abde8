"""Cells that a spreadsheet would run get a quote, unless they are wanted as they are."""

from __future__ import annotations

import csv

import pytest

from steersman.data.files.csv_cells import RAW_CELLS, csv_bytes

CELLS = ["=1+1", "@home", "+a", "\tb", "-3", "plain", 4]


def test_formulas_get_a_quote_and_numbers_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    for setting in (None, "0", ""):
        monkeypatch.delenv(RAW_CELLS, raising=False)
        if setting is not None:
            monkeypatch.setenv(RAW_CELLS, setting)
        (line,) = csv.reader([csv_bytes([CELLS]).decode()])
        assert line == ["'=1+1", "'@home", "'+a", "'\tb", "-3", "plain", "4"]


def test_cells_stay_as_they_are_where_that_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(RAW_CELLS, "1")
    (line,) = csv.reader([csv_bytes([CELLS]).decode()])
    assert line == [str(cell) for cell in CELLS]
