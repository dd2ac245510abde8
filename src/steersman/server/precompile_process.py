"""Precompilation in a separate process after the first start, so that nobody waits for numba."""

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
# The highest niceness: it must never slow down the page.
LEAST_URGENT = 19


@contextmanager
def preparing() -> Iterator[None]:
    """Precompile in the background within the block, unless it was done before."""
    # A mark on disk, because numba cannot be asked whether its cache is complete.
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
        # Time for the child to be terminated; a daemon thread would leave it behind.
        beside.join(timeout=1.0)


def rehearse_beside(mark: Path, over: Event) -> None:
    """Start precompiling after a delay that leaves the machine to the page."""
    if not over.wait(SECONDS_OF_PEACE):
        rehearse(mark, over)


def precompile() -> None:
    """Precompile now and wait for it, unless it was done before; for benchmarks."""
    mark = done_mark()
    if not mark.exists():
        rehearse(mark, Event())


def rehearse(mark: Path, over: Event) -> None:
    """Precompile in another process until `over` is set; leave the mark when it succeeds."""
    quiet, held = subprocess.DEVNULL, subprocess.PIPE
    command = [sys.executable, "-m", REHEARSAL]
    # The child ends when its input does: also if this process is killed.
    with subprocess.Popen(command, stdin=held, stdout=quiet, stderr=quiet, env=gently()) as child:
        # Windows has no os.setpriority.
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, child.pid, LEAST_URGENT)
        while child.poll() is None:
            if over.wait(0.2):
                child.terminate()
    # Only a complete run leaves the mark: one that was terminated is repeated next time.
    if child.returncode == 0:
        # In a folder that cannot be written, it is simply done again at the next start.
        with suppress(OSError):
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()


def gently() -> dict[str, str]:
    """The environment of a process that takes one core at most."""
    return {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def done_mark() -> Path:
    """The file whose existence says that this code was compiled on this kind of machine."""
    home = Path(__file__).parents[1]
    sources = [(str(path), path.stat().st_mtime_ns) for path in sorted(home.rglob("*.py"))]
    # Everything that makes numba discard its cache: sources, versions, and the kind of machine,
    # since a home folder may be shared by several.
    parts = [sources, sys.version, platform.machine(), platform.node(), version("numba")]
    parts += [version("numpy"), os.environ.get("NUMBA_CACHE_DIR", "")]
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=12).hexdigest()
    return cache_folder() / f"compiled-{digest}"
