"""Code that may crash on a hostile file, tried in a child process with limits first."""

from __future__ import annotations

import os
import subprocess
import sys
from time import monotonic

from steersman.errors import SteersmanError
from steersman.tasks import LOOK_S, Task

MEMORY_SHARE = 0.25
SECONDS = 300.0
# Also limits what a child may write, so that it cannot fill the disk.
LIMITS = """\
import sys
try:
    import resource
    allowed = resource.getrlimit(resource.RLIMIT_AS)[1]
    most = int(sys.argv[1])
    most = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
except ImportError:
    pass
"""


def try_in_child(code: str, arguments: list[str], what: str, file: str, task: Task) -> None:
    """Run Python code on a file in a child process; raise an error if it does not end well.

    The code finds `arguments` in `sys.argv[2:]`. It may raise: what it raises is raised here too
    when the same is done in this process. Only a crash, too much memory or too much time is an
    error here. Cancelling the task ends the child.
    """
    command = [sys.executable, "-c", f"{LIMITS}\n{code}", str(memory_limit()), *arguments]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet) as child:
        try:
            status = wait_for(child, what, task)
        finally:
            child.kill()
    # A negative status is the signal that ended it; 1 is an exception of Python.
    if status not in (0, 1):
        raise SteersmanError(
            f"{file} cannot be read: it needs too much memory or is damaged",
            todo="open it in the program that wrote it and save it again, or as CSV",
            code="file-hostile",
            file=file,
        )


def wait_for(child: subprocess.Popen[bytes], what: str, task: Task) -> int:
    """The exit status of a child; looks every moment whether it is still wanted."""
    deadline = monotonic() + SECONDS
    while monotonic() < deadline:
        try:
            return child.wait(LOOK_S)
        except subprocess.TimeoutExpired:
            task.report(what, 0.0)
    return -1


def memory_limit() -> int:
    """A quarter of the machine's memory, or 4 GB where that is not known."""
    try:
        return int(MEMORY_SHARE * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, ValueError):
        return 4 * 2**30
