"""Cells of CSV files that a spreadsheet does not take for formulas.

A program that reads the files may want the cells as they are: `STEERSMAN_RAW_CELLS=1`.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Sequence
from io import StringIO

RAW_CELLS = "STEERSMAN_RAW_CELLS"
"""The environment variable that leaves cells as they are."""
# What spreadsheet programs take for the start of a formula or a command.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def csv_bytes(lines: Iterable[Sequence[object]], ends: str = "\n") -> bytes:
    """Lines of cells as comma-separated text; a cell that looks like a formula gets a quote.

    >>> csv_bytes([["=1+1", -2, "-3", "@home"]])
    b"'=1+1,-2,-3,'@home\\n"
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator=ends)
    raw = os.environ.get(RAW_CELLS, "0") not in ("", "0")
    writer.writerows(line if raw else [safe_cell(cell) for cell in line] for line in lines)
    return text.getvalue().encode()


def safe_cell(cell: object) -> object:
    """The cell with a quotation mark in front where a spreadsheet would run it."""
    if not isinstance(cell, str) or not cell.startswith(FORMULA_STARTS):
        return cell
    try:
        float(cell)
    except ValueError:
        return f"'{cell}"
    return cell
