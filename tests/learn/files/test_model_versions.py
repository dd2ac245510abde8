"""Versions of a model in a folder, also when several write at once or one stops on its way."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sklearn.linear_model import LogisticRegression
from tests.errors import raises

from steersman import save_model
from steersman.learn.files import ModelVersions, model_file
from steersman.learn.files.model_versions import INDEX
from steersman.learn.monitor import WatchLog


def saved(folder: Path, number: int) -> Path:
    path = folder / f"model-{number}.skops"
    model = LogisticRegression().fit([[0.0], [1.0], [2.0]], ["ham", "spam", "spam"])
    save_model(model, path, story={"want": f"fpr <= {number}%"})
    return path


def test_the_same_model_is_added_once_and_the_last_one_is_in_use(tmp_path: Path) -> None:
    versions = ModelVersions(tmp_path / "kept")
    first, second = saved(tmp_path, 1), saved(tmp_path, 2)
    assert [versions.add(each).number for each in (first, second, first)] == [1, 2, 1]
    assert versions.current().number == 1
    assert versions.roll_back().number == 2
    assert [(number, before) for _, number, before in versions.uses()] == [
        (1, None),
        (2, 1),
        (1, 2),
        (2, 1),
    ]
    assert model_file(tmp_path / "kept").read_bytes() == second.read_bytes()
    assert model_file(first) == first
    with raises("unknown-version"):
        versions.roll_back(9)
    with raises("no-versions"):
        ModelVersions(tmp_path / "empty").all()
    (tmp_path / INDEX).write_bytes(b"something else")
    with raises("versions-unusable"):
        ModelVersions(tmp_path).all()


def test_several_writers_lose_nothing(tmp_path: Path) -> None:
    models = [saved(tmp_path, number) for number in range(6)]
    folder = tmp_path / "kept"
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda path: ModelVersions(folder).add(path), models))
    every = ModelVersions(folder).all()
    assert [each.number for each in every] == [1, 2, 3, 4, 5, 6]
    assert {each.story["want"] for each in every} == {f"fpr <= {n}%" for n in range(6)}
    assert {each.path.read_bytes() for each in every} == {path.read_bytes() for path in models}
    assert sum(each.in_use for each in every) == 1


def test_what_stopped_on_its_way_leaves_no_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = ModelVersions(tmp_path / "kept")
    versions.add(saved(tmp_path, 1))
    monkeypatch.setattr("steersman.learn.files.model_versions.now", stopped)
    with pytest.raises(KeyboardInterrupt):
        versions.add(saved(tmp_path, 2))
    monkeypatch.undo()
    assert [each.number for each in versions.all()] == [1]
    # The file that was left behind is taken by the next version.
    third = saved(tmp_path, 3)
    assert versions.add(third).path.read_bytes() == third.read_bytes()
    assert versions.current().number == 2


def add_and_stop(log: Path) -> None:
    with WatchLog.open(log, "model") as opened:
        opened.add("file 21", None, {"rows": 0}, {"state": "broken"})
        stopped()


def stopped() -> str:
    raise KeyboardInterrupt


def test_writers_of_a_log_wait_for_each_other_and_a_stop_writes_nothing(tmp_path: Path) -> None:
    log = tmp_path / "promise.db"

    def add_one(number: int) -> None:
        with WatchLog.open(log, "model") as opened:
            state = opened.state() or {"rows": 0}
            opened.add(f"file {number}", None, {"rows": state["rows"] + 1}, {"state": "holds"})

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add_one, range(20)))
    with pytest.raises(KeyboardInterrupt):
        add_and_stop(log)
    with WatchLog.open(log, "model") as opened:
        assert opened.state() == {"rows": 20}
        assert [report["state"] for report in opened.reports()] == ["holds"] * 20
