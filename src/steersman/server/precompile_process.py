"""Compiling ahead: after the first start a process of its own rehearses, so that nobody waits."""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from threading import Event, Thread

from steersman.data.files.data_folders import cache_folder

REHEARSAL = "steersman.session.precompile"
SECONDS_OF_PEACE = 3.0
"""The page comes first; a workbench that ends sooner prepares nothing."""
LEAST_URGENT = 19


@contextmanager
def preparing() -> Iterator[None]:
    """While this lasts, what is compiled at its first use is compiled beside, unless it was."""
    mark, over = done_mark(), Event()
    if mark.exists():
        yield
        return
    beside = Thread(target=rehearse_beside, args=(mark, over), daemon=True)
    beside.start()
    try:
        yield
    finally:
        over.set()
        beside.join(timeout=1.0)


def rehearse_beside(mark: Path, over: Event) -> None:
    """Rehearse once the page has had its time."""
    if not over.wait(SECONDS_OF_PEACE):
        rehearse(mark, over)


def precompile() -> None:
    """Compile now, unless it was done, for those who measure."""
    mark = done_mark()
    if not mark.exists():
        rehearse(mark, Event())


def rehearse(mark: Path, over: Event) -> None:
    """Rehearse in another process until it is over; the mark is left once it went well."""
    quiet = subprocess.DEVNULL
    command = [sys.executable, "-m", REHEARSAL]
    with subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, env=gently()) as child:
        with suppress(OSError, AttributeError):  # not every system has priorities
            os.setpriority(os.PRIO_PROCESS, child.pid, LEAST_URGENT)
        while child.poll() is None:
            if over.wait(0.2):
                child.terminate()
    if child.returncode == 0:
        with suppress(OSError):  # a folder that cannot be written: it is done again next time
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()


def gently() -> dict[str, str]:
    """The environment of a process that takes one core at most."""
    return {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def done_mark() -> Path:
    """The file that says that this very code was compiled here, for this kind of machine."""
    home = Path(__file__).parents[1]
    sources = [(str(path), path.stat().st_mtime_ns) for path in sorted(home.rglob("*.py"))]
    parts = [sources, sys.version, platform.machine(), platform.node(), version("numba")]
    parts += [version("numpy"), os.environ.get("NUMBA_CACHE_DIR", "")]
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=12).hexdigest()
    return cache_folder() / f"compiled-{digest}"
