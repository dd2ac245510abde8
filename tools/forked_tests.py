"""Tests run in forks of a process that has imported what the product stands on, but not it.

A fork imports the product and its tests from a tree of its own, as a fresh process would, without
the seconds that numpy, scipy and the others take.
"""

from __future__ import annotations

import importlib
import itertools
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

import pytest

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
STANDS_ON = (
    "Stemmer", "httpx2", "hypothesis", "markdown_it", "matplotlib.figure", "narwhals", "numba",
    "numpy", "pandas", "pyarrow.csv", "pyarrow.parquet", "rich.console", "scipy.optimize",
    "scipy.sparse.csgraph", "scipy.special", "scipy.stats", "sklearn.cluster", "sklearn.datasets",
    "sklearn.ensemble", "sklearn.isotonic", "sklearn.linear_model", "sklearn.metrics",
    "sklearn.model_selection", "sklearn.naive_bayes", "sklearn.neighbors", "sklearn.pipeline",
    "sklearn.svm", "skops.io", "starlette.testclient", "typer", "uvicorn",
)  # fmt: skip
# That a plugin of pytest (hypothesis) is imported already is no fault here.
KNOWN = "ignore::pytest.PytestAssertRewriteWarning"
OPTIONS = ("-x", "-q", "-p", "no:randomly", "-W", KNOWN, "--no-header", "--tb=short")
NO_TESTS = 5  # what pytest answers
NOT_OURS = 99


class Run(NamedTuple):
    """How tests fared in a fork: "passed", "failed" or "timeout"; the last test that began, or the
    file that could not be read; and what was written."""

    verdict: str
    last: str
    output: str


def import_what_it_stands_on() -> None:
    """Once, before any fork. What a fork compiles is kept in its tree for the next one."""
    os.environ |= dict.fromkeys(THREADS, "1")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    for name in STANDS_ON:
        try:
            importlib.import_module(name)
        except ImportError:
            continue
    ours = [name for name in sys.modules if name.split(".")[0] == "steersman"]
    if ours:
        raise RuntimeError(f"{ours[0]} is imported before the forks")


class Chosen:
    """A plugin of pytest that runs some tests only, in this order, and notes each one."""

    def __init__(self, tests: Sequence[str], notes: Path) -> None:
        self.places = {test: place for place, test in enumerate(tests)}
        self.notes = notes

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        own = [item for item in items if item.nodeid in self.places]
        items[:] = sorted(own, key=lambda item: self.places[item.nodeid])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        with self.notes.open("a", encoding="utf-8") as file:
            file.write(nodeid + "\n")


def forked_run(tree: Path, limit_s: float, run: Callable[[Path], int]) -> Run:
    """What comes of `run` in a fork, in a tree; it gets a file for the names of tests, and so long
    for each."""
    notes, output = tree / ".tests-run", tree / ".output"
    notes.write_text("")
    child = os.fork()
    if child == 0:
        end_as(tree, output, lambda: run(notes))
    code = exit_code(child, notes, limit_s)
    told = output.read_text(errors="replace")[-3000:] if output.exists() else ""
    if code == NOT_OURS:
        raise RuntimeError(told)
    last = notes.read_text(encoding="utf-8").splitlines()[-1:]
    verdict = "timeout" if code is None else "failed" if code else "passed"
    return Run(verdict, last[0] if last else "", told)


def end_as(tree: Path, output: Path, run: Callable[[], int]) -> NoReturn:
    """Run in a tree and end this process with what comes of it."""
    code = NOT_OURS
    try:
        enter(tree, output)
        code = 1  # where what runs cannot even end
        code = run()
        if code == 0 and not from_tree(tree):
            code = NOT_OURS
    except BaseException:  # noqa: BLE001  (whatever it is, this process ends here)
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def enter(tree: Path, output: Path) -> None:
    """Let a fork work in a tree, in a group of processes of its own."""
    os.setsid()
    file = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (file, 1), (file, 2)):
        os.dup2(source, target)
    os.chdir(tree)
    os.environ["PYTHONPATH"] = str(tree / "src")
    sys.path.insert(0, str(tree / "src"))


def from_tree(tree: Path) -> bool:
    """Whether the product was imported from the tree, where it was."""
    product = sys.modules.get("steersman")
    return product is None or str(product.__file__).startswith(f"{tree}/")


def exit_code(child: int, notes: Path, limit_s: float) -> int | None:
    """How a fork ends; None where one test takes too long and the fork is ended."""
    end, noted = time.monotonic() + limit_s, 0
    try:
        while time.monotonic() < end:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return os.waitstatus_to_exitcode(status)
            if (size := notes.stat().st_size) > noted:
                end, noted = time.monotonic() + limit_s, size
            time.sleep(0.01)
    finally:
        end_group(child)
    os.waitpid(child, 0)
    return None


def end_group(child: int) -> None:
    """End a fork and what it started."""
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        return


def run_of(tests: Sequence[str]) -> Callable[[Path], int]:
    """Run tests, a file after the other, until one fails."""

    def run(notes: Path) -> int:
        for file, own in itertools.groupby(tests, key=lambda test: test.split("::")[0]):
            with notes.open("a", encoding="utf-8") as noted:
                noted.write(file + "\n")
            code = int(pytest.main([*OPTIONS, file], plugins=[Chosen(list(own), notes)]))
            if code not in (0, NO_TESTS):
                return code
        return 0

    return run
