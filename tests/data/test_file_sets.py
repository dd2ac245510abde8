from __future__ import annotations

from pathlib import Path

from tests.errors import raises

from steersman.data import load


def test_a_column_that_holds_numbers_in_one_file_and_words_in_another_is_named(
    tmp_path: Path,
) -> None:
    (tmp_path / "first.csv").write_text("age,kind\n1.5,ham\n2.5,spam\n", "utf-8")
    (tmp_path / "second.csv").write_text("age,kind\nunknown age,ham\nyoung,spam\n", "utf-8")
    with raises("files-differ-in-type", column="age", file="second.csv", other="first.csv"):
        load(str(tmp_path / "*.csv"), label="kind")
