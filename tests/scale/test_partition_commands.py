"""`steersman steer` and `predict` on many files, and the command for the cache."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet
from tests.scale.conftest import Mail

from steersman import load_model
from steersman.cli import main
from steersman.errors import SteersmanError
from steersman.scale import LocalEngine
from steersman.scale.predictions import DONE, predict_files


def status_of(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    return int(ended.value.code or 0)


@pytest.fixture(scope="module")
def model(mail: Mail, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    source, out = mail.folder / "*.parquet", folder / "mail.skops"
    story = folder / "story.json"
    options = ("--want", "fpr <= 20%", "--label", "kind", "--engine", "local")
    assert status_of("steer", source, *options, "--out", out, "--json", story) == 0
    figures = json.loads(story.read_text())
    assert figures["families"] == ["plane"]
    assert sum(figures["rows"].values()) == 1500
    assert figures["positive"] == "spam"
    return out


def test_every_file_gets_its_predictions_and_none_is_done_twice(
    mail: Mail, model: Path, tmp_path: Path
) -> None:
    source, out = str(mail.folder / "*.parquet"), tmp_path / "said"
    assert status_of("predict", model, source, "--out", out) == 0
    loaded = load_model(model)
    for place in range(6):
        rows = parquet.read_table(mail.folder / f"mail-{place}.parquet")
        said = parquet.read_table(out / f"mail-{place}.parquet")
        assert said["predicted"].to_pylist() == loaded.predict(rows).tolist()
    times = {path.name: path.stat().st_mtime_ns for path in out.glob("*.parquet")}
    # A run that was stopped: one file is not there, another is not listed as done.
    (out / "mail-1.parquet").unlink()
    done = json.loads((out / DONE).read_text())
    del done["mail-4.parquet"]
    (out / DONE).write_text(json.dumps(done))
    written, before = predict_files(model, source, out, LocalEngine(1))
    assert sorted(each.out for each in written) == ["mail-1.parquet", "mail-4.parquet"]
    assert before == 4
    again = {path.name: path.stat().st_mtime_ns for path in out.glob("*.parquet")}
    changed = sorted(name for name in again if again[name] != times[name])
    assert changed == ["mail-1.parquet", "mail-4.parquet"]


def test_predictions_of_other_rows_are_made_again(mail: Mail, model: Path, tmp_path: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "said"
    data.mkdir()
    for name in ("a", "b"):
        parquet.write_table(mail.table.slice(0, 20), data / f"{name}.parquet")
    predict_files(model, str(data), out, LocalEngine(1))
    parquet.write_table(mail.table.slice(20, 30), data / "b.parquet")
    written, before = predict_files(model, str(data), out, LocalEngine(1))
    assert ([each.rows for each in written], before) == ([30], 1)


def test_predictions_never_replace_their_rows(mail: Mail, model: Path) -> None:
    with pytest.raises(SteersmanError) as error:
        predict_files(model, str(mail.folder / "*.parquet"), mail.folder, LocalEngine(1))
    assert error.value.code == "output-is-input"


def test_many_small_files_are_steered_in_memory(
    mail: Mail, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    story = tmp_path / "story.json"
    options = ("--want", "fpr <= 20%", "--label", "kind", "--model", "multinomial")
    assert status_of("steer", mail.folder / "*.parquet", *options, "--json", story) == 0
    assert json.loads(story.read_text())["families"] == ["multinomial"]
    assert "partitions" not in capsys.readouterr().out


def test_reports_need_rows_in_memory(mail: Mail, tmp_path: Path) -> None:
    options = ("--want", "fpr <= 20%", "--engine", "local", "--card", tmp_path / "card.md")
    assert status_of("steer", mail.folder / "*.parquet", *options) == 2


def test_the_cache_is_shown_and_cleared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STEERSMAN_CACHE", str(tmp_path / "cache"))
    table = pa.table({"size": list(range(40)), "kind": ["x", "y"] * 20})
    parquet.write_table(table, tmp_path / "a.parquet")
    options = ("--want", "fpr <= 90%", "--label", "kind", "--engine", "local")
    assert status_of("steer", tmp_path / "a.parquet", *options, "-q") in (0, 3)
    assert status_of("cache", "--json", tmp_path / "cache.json") == 0
    (entry,) = json.loads((tmp_path / "cache.json").read_text())["entries"]
    assert (entry["rows"], entry["complete"]) == (40, True)
    assert entry["bytes"] > 0
    assert status_of("cache", "--clear") == 0
    assert not list((tmp_path / "cache").iterdir())
