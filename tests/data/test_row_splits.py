"""Splits by time and by groups, and the commands that use them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.errors import raises
from tests.weeks import write_mail

from steersman.cli import main
from steersman.data.raw_tables import raw_table
from steersman.data.row_splits import (
    group_folds,
    group_split,
    row_groups,
    time_folds,
    time_order,
    time_split,
)
from steersman.errors import SteersmanError


def test_folds_by_time_learn_from_the_past_alone() -> None:
    order = np.random.default_rng(0).permutation(103).astype(float)
    folds = time_folds(order, 5)
    for train, test in folds:
        assert order[train].max() < order[test].min()
    tested = np.concatenate([test for _, test in folds])
    assert len(np.unique(tested)) == len(tested) == 103 - len(folds[0][0])


def test_groups_stay_in_one_part() -> None:
    rng = np.random.default_rng(1)
    groups, y = rng.integers(0, 20, 400).astype(str), rng.integers(0, 2, 400)
    for train, test in group_folds(groups, y, 4, 0):
        assert not set(groups[train]) & set(groups[test])
    split = group_split(groups, 0.33, 0.2, 0)
    for name in np.unique(groups):
        assert len(set(split[groups == name])) == 1
    shares = [np.mean(split == part) for part in ("train", "validation", "test")]
    assert shares == pytest.approx([0.536, 0.264, 0.2], abs=0.1)
    with raises("too-few-groups"):
        group_folds(groups[:3], y[:3], 4, 0)
    with raises("too-few-groups"):
        group_split(np.array(["a", "b"]), 0.3, 0.2, 0)


def test_the_newest_rows_test() -> None:
    order = np.random.default_rng(2).permutation(100).astype(float)
    split = time_split(order, 0.25, 0.2)
    assert [int(np.sum(split == part)) for part in ("train", "validation", "test")] == [60, 20, 20]
    assert order[split == "train"].max() < order[split == "validation"].min()
    assert order[split == "validation"].max() < order[split == "test"].min()


def test_steer_and_compare_take_columns_of_times_and_groups(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mail, out = write_mail(tmp_path / "mail.csv", 400, seed=0, days=28), tmp_path / "out.json"
    table = raw_table(str(mail), label="kind", text="text")
    days = time_order(table.frame, "date", "mail")
    assert (np.diff(days) >= 0).all()
    assert len(set(row_groups(table.frame, "date", "mail").tolist())) == 28
    reading = [str(mail), "--label", "kind", "--text", "text"]
    asked = ["--want", "fpr <= 30%", "--model", "logistic", "--json", str(out)]
    for split in ("--time", "--group-folds"):
        assert status(["steer", *reading, *asked, split, "date"]) == 0
        rows: Any = json.loads(out.read_text())["rows"]
        assert sum(rows.values()) == 400
        assert rows["test"] == pytest.approx(80, abs=20)
    models = ["--models", "logistic", "--folds", "3", "--json", str(out)]
    for split, tested in (("--time", 300), ("--group-folds", 400)):
        assert status(["compare", *reading, *models, split, "date"]) == 0
        (model,) = json.loads(out.read_text())["models"]
        assert np.sum(model["matrix"]) == tested
    assert status(["compare", *reading, *models, "--time", "date", "--repeats", "2"]) == 2
    both = ["--time", "date", "--group-folds", "id"]
    assert status(["steer", *reading, *asked, *both]) == 2
    assert status(["steer", *reading, *asked, "--time", "nowhere"]) == 2
    with pytest.raises(SteersmanError) as error:
        time_order(table.frame, "text", "mail")
    assert error.value.code == "value-not-a-date"


def status(arguments: list[str]) -> int:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    return int(stop.value.code or 0)
