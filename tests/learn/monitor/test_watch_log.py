"""The log under two writers, a kill, and files that are no logs."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from steersman.errors import SteersmanError
from steersman.learn.monitor import WatchLog, watch_log


def count_once(path: Path) -> None:
    with WatchLog.open(path, "m") as log:
        before = log.state() or {"rows": 0}
        log.add("new.csv", None, {"rows": before["rows"] + 1}, {"rows": before["rows"] + 1})


# The module alone, since its family takes seconds to import.
LOADED = (
    "import os, runpy, signal, sys\nfrom pathlib import Path\n"
    "WatchLog, path = runpy.run_path(sys.argv[2])['WatchLog'], Path(sys.argv[1])\n"
)


def command(program: str, path: Path) -> list[str]:
    """A command that runs a program with the log and nothing else."""
    return [sys.executable, "-c", LOADED + program, str(path), str(watch_log.__file__)]


def test_two_processes_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "promise.db"
    program = (
        "for _ in range(30):\n"
        "    with WatchLog.open(path, 'm') as log:\n"
        "        rows = (log.state() or {'rows': 0})['rows'] + 1\n"
        "        log.add('new.csv', None, {'rows': rows}, {'rows': rows})\n"
    )
    writers = [subprocess.Popen(command(program, path)) for _ in range(2)]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    with WatchLog.open(path, "m") as log:
        assert log.state() == {"rows": 60}
        assert [each["rows"] for each in log.reports()] == list(range(1, 61))


def test_a_kill_in_the_middle_leaves_the_log_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "promise.db"
    count_once(path)
    program = (
        "with WatchLog.open(path, 'm') as log:\n"
        "    log.add('new.csv', None, {'rows': 99}, {'rows': 99})\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    assert subprocess.run(command(program, path), check=False).returncode == -9
    count_once(path)
    with WatchLog.open(path, "m") as log:
        assert log.state() == {"rows": 2}
        assert len(log.reports()) == 2


def test_an_error_in_the_block_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "promise.db"
    with suppress(KeyError), WatchLog.open(path, "m") as log:
        log.add("new.csv", None, {"rows": 1}, {})
        raise KeyError
    with WatchLog.open(path, "m") as log:
        assert log.state() is None


def test_other_files_and_other_models_are_refused(tmp_path: Path) -> None:
    count_once(tmp_path / "promise.db")
    (tmp_path / "text.db").write_text("no database " * 200)
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE mail (subject TEXT)")
    other.close()
    for name, model, code in (
        ("text.db", "m", "watch-log-unusable"),
        ("other.db", "m", "not-a-watch-log"),
        ("promise.db", "another", "other-model"),
    ):
        with pytest.raises(SteersmanError) as error, WatchLog.open(tmp_path / name, model):
            pass
        assert error.value.code == code
