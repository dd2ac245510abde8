"""What commands print and write: no control characters, no formulas, no readers but the owner."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

from steersman.cli.tables import TerminalConsole, matrix_table
from steersman.cli.terminal import terminal_text
from steersman.data.files.csv_cells import csv_bytes, safe_cell

TITLE = "spam\x1b]0;owned\x07"


def test_words_from_data_cannot_command_a_terminal() -> None:
    printed = StringIO()
    TerminalConsole(file=printed, force_terminal=True).print(TITLE)
    assert "\x1b]" not in printed.getvalue()
    assert "\x07" not in printed.getvalue()
    table = StringIO()
    plain = TerminalConsole(file=table, force_terminal=True)
    plain.print(matrix_table(TITLE, np.eye(2, dtype=np.int64), [TITLE, "ham"]))
    assert "\x1b]" not in table.getvalue()
    assert table.getvalue().count("spam") == 3
    assert terminal_text("two\nlines\tand a tab, naïve") == "two\nlines\tand a tab, naïve"


def test_a_wrong_name_is_told_without_its_control_characters() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "steersman", "show", f"/nowhere/{TITLE}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert "\x1b" not in run.stderr


@pytest.mark.parametrize("cell", ["=1+1", "+A1", "-A1", "@sum", "\tx", "\rx"])
def test_formulas_are_quoted(cell: str) -> None:
    assert safe_cell(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["-3", "+4.5e3", "a=b", "", 3, -2.5, None])
def test_other_cells_stay(cell: object) -> None:
    assert safe_cell(cell) == cell


def test_lines_of_cells_keep_their_ends() -> None:
    assert csv_bytes([["a", "=b"], [1, "c,d"]], "\r\n") == b'a,\'=b\r\n1,"c,d"\r\n'


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_files_that_a_command_writes_are_private(tmp_path: Path) -> None:
    table = tmp_path / "mail.csv"
    rows = [f"{i},{(i * 7) % 11},{'spam' if i % 3 else 'ham'}" for i in range(90)]
    table.write_text("a,b,label\n" + "\n".join(rows))
    out = tmp_path / "model.skops"
    command = [sys.executable, "-m", "steersman", "steer", str(table), "--model", "logistic"]
    subprocess.run(
        [*command, "--want", "errors <= 90", "--out", str(out)], check=True, capture_output=True
    )
    assert out.stat().st_mode & 0o777 == 0o600
