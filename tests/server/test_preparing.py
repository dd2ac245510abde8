"""Compiling ahead happens beside the workbench, once, and ends with it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from steersman.server import precompile_process as module
from steersman.server.precompile_process import done_mark, preparing

RUNS = "from pathlib import Path\nopen(Path(__file__).with_name('ran'), 'a').write('x')"


@pytest.fixture
def rehearsal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Lets a few lines stand for the rehearsal, which takes a minute where nothing is compiled."""
    monkeypatch.setattr(module, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(module, "SECONDS_OF_PEACE", 0.05)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    def of(lines: str) -> Path:
        (tmp_path / "stands_for_it.py").write_text(lines)
        monkeypatch.setattr(module, "REHEARSAL", "stands_for_it")
        return tmp_path

    return of


def waited_for(path: Path) -> bool:
    end = monotonic() + 20
    while monotonic() < end and not path.exists():
        sleep(0.02)
    return path.exists()


def test_it_is_done_once_and_then_remembered(rehearsal) -> None:
    place = rehearsal(
        "from pathlib import Path\nopen(Path(__file__).parent / 'ran', 'a').write('x')"
    )
    with preparing():
        assert waited_for(done_mark())
    with preparing():
        sleep(0.2)
    assert (place / "ran").read_text() == "x"


def test_one_that_would_end_with_the_workbench_and_ends_before_it_is_remembered(rehearsal) -> None:
    rehearsal("from steersman.workers.parent import end_with_parent\nend_with_parent()")
    with preparing():
        assert waited_for(done_mark())


def test_a_rehearsal_that_fails_is_tried_again_next_time(rehearsal) -> None:
    place = rehearsal(f"{RUNS}\nraise OSError")
    for _ in range(2):
        with preparing():
            assert waited_for(place / "ran")
            sleep(0.3)
    assert not done_mark().exists()


def test_it_ends_with_the_workbench(rehearsal) -> None:
    place = rehearsal(
        "from pathlib import Path\nfrom time import sleep\n"
        "Path(__file__).with_name('begun').touch()\nsleep(30)\n"
        "Path(__file__).with_name('ended').touch()"
    )
    start = monotonic()
    with preparing():
        assert waited_for(place / "begun")
    assert monotonic() - start < 25
    assert not done_mark().exists()
    assert not (place / "ended").exists()


def test_a_workbench_that_ends_at_once_prepares_nothing(rehearsal, monkeypatch) -> None:
    place = rehearsal("from pathlib import Path\nPath(__file__).with_name('begun').touch()")
    monkeypatch.setattr(module, "SECONDS_OF_PEACE", 30.0)
    with preparing():
        pass
    assert not (place / "begun").exists()


HOLDS = """
from steersman.server import precompile_process as module
from threading import Event
from pathlib import Path
module.cache_folder = lambda: Path("cache")
module.REHEARSAL = "stands_for_it"
module.rehearse(module.done_mark(), Event())
"""
WAITS = """
import os
from pathlib import Path
from time import sleep
from steersman.workers.parent import end_with_parent
end_with_parent()
Path(__file__).with_name("number").write_text(str(os.getpid()))
Path(__file__).with_name("begun").touch()
sleep(60)
"""


def test_it_ends_with_a_workbench_that_is_killed(rehearsal) -> None:
    place = rehearsal(WAITS)
    workbench = subprocess.Popen([sys.executable, "-c", HOLDS], cwd=place)
    assert waited_for(place / "begun")
    number = int((place / "number").read_text())
    workbench.kill()
    workbench.wait()
    end = monotonic() + 20
    while monotonic() < end and is_alive(number):
        sleep(0.02)
    assert not is_alive(number)


def is_alive(number: int) -> bool:
    """Whether a process runs; one that ended and is not waited for does not."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(number)], capture_output=True).stdout
    return bool(state.strip()) and not state.strip().startswith(b"Z")
