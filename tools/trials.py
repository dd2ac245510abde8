"""One change at a time in a copy of the tree, judged by tests that run there.

What numba compiled goes with the copy, and what may contain the changed function is compiled anew.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tools.forked_tests import NO_TESTS, OPTIONS, forked_run, run_of
from tools.mutations import Mutant
from tools.reached_lines import ROOT, SOURCE, Recorder, kept_at, kernels, write_reached

RECORDING_S = 1800.0


class Tree:
    """A copy of the tree in which one module at a time is changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        # What is compiled already goes along: it is current as long as times and sizes are.
        left_out = shutil.ignore_patterns(".*", "node_modules", "dist", "_build")
        shutil.copytree(ROOT, folder, ignore=left_out)
        self.changes = 0

    @contextlib.contextmanager
    def change(self, mutant: Mutant) -> Iterator[None]:
        """Change a module, and put it and what was compiled of it back."""
        place = self.folder / mutant.path
        before, code = place.stat(), place.read_bytes()
        with self.compiled_anew(mutant.path):
            place.write_bytes(mutant.changed(code))
            # Compiled code is taken for current by the second its source was written and its size.
            self.changes += 1
            os.utime(place, (before.st_atime, before.st_mtime + self.changes))
            try:
                yield
            finally:
                place.write_bytes(code)
                os.utime(place, ns=(before.st_atime_ns, before.st_mtime_ns))

    @contextlib.contextmanager
    def compiled_anew(self, path: Path) -> Iterator[None]:
        """Set aside what numba compiled of a module, and of those that may contain it."""
        kept = {}
        for each in modules_compiled_with(path):
            for file in compiled_of(self.folder / each):
                kept[file] = file.read_bytes()
                file.unlink()
        try:
            yield
        finally:
            for each in modules_compiled_with(path):
                for file in compiled_of(self.folder / each):
                    file.unlink()
            for file, content in kept.items():
                file.write_bytes(content)


def compiled_of(module: Path) -> list[Path]:
    """The files in which numba keeps what it compiled of a module."""
    return sorted((module.parent / "__pycache__").glob(f"{module.stem}.*.nb[ci]"))


@functools.cache
def modules_compiled_with(path: Path) -> tuple[Path, ...]:
    """A module with compiled functions, and those whose compiled functions may call them."""
    found = [path] if kernels(path) else []
    others = [file.relative_to(ROOT) for file in sorted((ROOT / SOURCE).rglob("*.py"))]
    for each in found:
        word = re.compile(rf"^from .*\b{each.stem}\b", re.MULTILINE)
        found += [
            other
            for other in others
            if other not in found and kernels(other) and word.search((ROOT / other).read_text())
        ]
    return tuple(found)


class Trial:
    """Tries tests in one tree; each process of a run has its own."""

    def __init__(self, folder: Path) -> None:
        self.tree = Tree(folder)
        self.sound: set[tuple[str, ...]] = set()  # tests that pass in this order, nothing changed

    def record(self, test: str) -> None:
        """Keep the lines that a file of tests reaches; they have to pass."""

        def run(_notes: Path) -> int:
            recorder = Recorder(self.tree.folder)
            recorder.start()
            code = int(pytest.main([*OPTIONS, test], plugins=[recorder]))
            recorder.end()
            write_reached(kept_at(test), recorder.reached())
            return 0 if code == NO_TESTS else code

        came = forked_run(self.tree.folder, RECORDING_S, run)
        if came.verdict != "passed":
            kept_at(test).unlink(missing_ok=True)
            raise RuntimeError(f"{test} fails before anything is changed\n{came.output}")

    def verdict(self, mutant: Mutant, tests: Sequence[str], limit_s: float) -> str:
        """Whether the tests of a mutant notice it. Where they fail, they have to pass without it,
        run in the same way up to the same test."""
        if not tests:
            return "survived"
        with self.tree.change(mutant):
            came = forked_run(self.tree.folder, limit_s, run_of(tests))
        if came.verdict == "passed":
            return "survived"
        files = [test.split("::")[0] for test in tests]
        names = list(tests) if "::" in came.last else files
        run = tuple(tests[: names.index(came.last) + 1])
        if run not in self.sound:
            if forked_run(self.tree.folder, limit_s, run_of(run)).verdict != "passed":
                return "void"
            self.sound.add(run)
        return "killed" if came.verdict == "failed" else "timeout"
