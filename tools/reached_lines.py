"""Which lines of the product each test reaches, recorded once and kept until a source or a test
changes; and which of its lines a change stands on."""

from __future__ import annotations

import ast
import functools
import hashlib
import json
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest

from tools.mutations import Mutant

ROOT = Path(__file__).resolve().parents[1]
SOURCE = Path("src/steersman")
KEPT = ROOT / ".mutants"
WHOLE = -1  # all lines of a file
IMPORTS = ""  # what is recorded while no test runs

Lines = dict[str, int]
"""Of each file the lines as bits of a number."""


class Reached(NamedTuple):
    """How long a test takes while it is recorded, and the lines it reaches."""

    seconds: float
    lines: Lines


class Recorder:
    """A plugin of pytest that notes the lines of the product each test reaches, in all threads."""

    def __init__(self, tree: Path) -> None:
        self.prefix = f"{tree}/"
        self.within = str(tree / SOURCE)
        self.found: dict[str, dict[str, set[int]]] = {}
        self.noting: dict[str, Callable[..., Any] | None] = {}
        self.shared: dict[str, set[str]] = {}  # what each test builds on and others too
        self.seconds: dict[str, float] = {}
        self.passed: set[str] = set()
        self.note_for(IMPORTS)

    def start(self) -> None:
        threading.settrace(self.trace)
        sys.settrace(self.trace)

    def end(self) -> None:
        sys.settrace(None)
        threading.settrace(None)

    def note_for(self, name: str) -> None:
        """From now on, lines are those of a test, or of what tests share."""
        self.now = name
        self.here = self.found.setdefault(name, {})
        self.noting = {}

    def trace(self, frame: FrameType, _event: str, _arg: object) -> Callable[..., Any] | None:
        file = frame.f_code.co_filename
        if file not in self.noting:
            self.noting[file] = self.noter(file) if file.startswith(self.within) else None
        return self.noting[file]

    def noter(self, file: str) -> Callable[..., Any]:
        lines = self.here.setdefault(file.removeprefix(self.prefix), set())

        def note(frame: FrameType, _event: str, _arg: object) -> Callable[..., Any]:
            lines.add(frame.f_lineno)
            return note

        return note

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        # What an earlier test computed and the product or the tests keep is computed again.
        clear_caches(item)
        shared = getattr(item, "_fixtureinfo", None)
        fixtures = shared.name2fixturedefs.values() if shared else ()
        self.shared[item.nodeid] = {
            f"fixture {each.argname}" for defs in fixtures for each in defs if wide(each)
        }
        self.note_for(item.nodeid)
        try:
            return (yield)
        finally:
            self.note_for(IMPORTS)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        before = self.now
        if wide(fixturedef):
            self.note_for(f"fixture {fixturedef.argname}")
        try:
            return (yield)
        finally:
            self.note_for(before)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.when == "call" and report.outcome == "passed":
            self.passed.add(report.nodeid)

    def reached(self) -> dict[str, Reached]:
        """What each test reached that passed, with what it shares with others."""
        tests = {}
        for test in sorted(self.passed):
            own = [IMPORTS, test, *self.shared[test]]
            lines: dict[str, set[int]] = {}
            for name in own:
                for file, numbers in self.found.get(name, {}).items():
                    lines[file] = lines.get(file, set()) | numbers
            bits = {file: sum(1 << line for line in numbers) for file, numbers in lines.items()}
            tests[test] = Reached(self.seconds[test], bits)
        return tests


def wide(fixture: Any) -> bool:
    """Whether a fixture is made once for several tests."""
    return bool(fixture.scope != "function")


def clear_caches(item: pytest.Item) -> None:
    """Forget what functions of the product and of a module of tests keep."""
    modules = [module for name, module in list(sys.modules.items()) if name.startswith("steersman")]
    for module in [*modules, getattr(item, "module", None)]:
        for value in list(vars(module).values()) if module else ():
            if isinstance(value, functools._lru_cache_wrapper):
                value.cache_clear()


@functools.cache
def kept_at(test: str) -> Path:
    """Where the lines are kept that a file of tests reaches, as long as no source changes."""
    own = (ROOT / test).read_bytes()
    return KEPT / f"{hashlib.sha256(state_of_sources() + own).hexdigest()[:24]}.json"


@functools.cache
def state_of_sources() -> bytes:
    """A digest of all sources of the product, and of what tests share."""
    digest = hashlib.sha256(sys.version.encode())
    shared = [path for path in (ROOT / "tests").rglob("*.py") if not path.name.startswith("test_")]
    for path in sorted([*(ROOT / SOURCE).rglob("*.py"), *shared]):
        digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return digest.digest()


def write_reached(place: Path, tests: dict[str, Reached]) -> None:
    place.parent.mkdir(exist_ok=True)
    listed = {
        test: [seconds, {file: f"{bits:x}" for file, bits in lines.items()}]
        for test, (seconds, lines) in tests.items()
    }
    part = place.with_suffix(".part")
    part.write_text(json.dumps(listed), encoding="utf-8")
    part.replace(place)


def read_reached(place: Path) -> dict[str, Reached]:
    listed = json.loads(place.read_text(encoding="utf-8"))
    return {
        test: Reached(seconds, {file: int(bits, 16) for file, bits in lines.items()})
        for test, (seconds, lines) in listed.items()
    }


def forget_others(places: Iterable[Path]) -> None:
    """Delete what was kept of sources and tests as they were."""
    for place in set(KEPT.glob("*.json")) - set(places):
        place.unlink()


@functools.cache
def parsed(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_bytes())


@functools.cache
def kernels(path: Path) -> frozenset[str]:
    """The functions of a module that are compiled: no line of them is seen while they run."""
    functions = [node for node in parsed(path).body if isinstance(node, ast.FunctionDef)]
    return frozenset(
        each.name
        for each in functions
        if any("njit" in ast.unparse(decorator) for decorator in each.decorator_list)
    )


def lines_of(mutant: Mutant) -> dict[str, int]:
    """The lines a mutant stands on: of its statement, or of all that call a compiled function."""
    outer = mutant.function.split(".")[0]
    if outer in kernels(mutant.path):
        return calling_lines(outer)
    code = (ROOT / mutant.path).read_bytes()
    first, last = (code[:place].count(b"\n") + 1 for place in mutant.span)
    around = [
        node
        for node in ast.walk(parsed(mutant.path))
        if isinstance(node, ast.stmt) and node.lineno <= first and last <= (node.end_lineno or 0)
    ]
    innermost = max(around, key=lambda node: (node.lineno, -(node.end_lineno or 0)))
    return {mutant.path.as_posix(): bits_of_head(innermost)}


def bits_of_head(statement: ast.stmt) -> int:
    """The lines of a statement, as bits; of one with a body only those before it."""
    body = getattr(statement, "body", None)
    last = max(statement.lineno, body[0].lineno - 1) if body else statement.end_lineno
    return sum(1 << line for line in range(statement.lineno, (last or 0) + 1))


@functools.cache
def callers() -> dict[str, list[tuple[Path, str, int]]]:
    """By name: the statements of functions that contain it; their file, function and lines."""
    found: dict[str, list[tuple[Path, str, int]]] = {}
    for file in sorted((ROOT / SOURCE).rglob("*.py")):
        path = file.relative_to(ROOT)
        for outer in parsed(path).body:
            name = getattr(outer, "name", "")
            for statement in ast.walk(outer) if name else ():
                if isinstance(statement, ast.stmt) and statement is not outer:
                    for called in names_in_head(statement):
                        row = (path, name, bits_of_head(statement))
                        found.setdefault(called, []).append(row)
    return found


def names_in_head(statement: ast.stmt) -> set[str]:
    """The names an innermost statement contains."""
    nodes = list(ast.iter_child_nodes(statement))
    names = set()
    for node in nodes:
        if isinstance(node, ast.Name | ast.Attribute):
            names.add(node.id if isinstance(node, ast.Name) else node.attr)
        if not isinstance(node, ast.stmt):
            nodes.extend(ast.iter_child_nodes(node))
    return names


def calling_lines(kernel: str) -> dict[str, int]:
    """The lines that name a compiled function, or one that calls it; of tests the whole file."""
    lines: dict[str, int] = {}
    names, seen = [kernel], {kernel}
    for name in names:
        for path, function, bits in callers().get(name, ()):
            if function in kernels(path):
                names += [function] if function not in seen else []
                seen.add(function)
            else:
                lines[path.as_posix()] = lines.get(path.as_posix(), 0) | bits
    return lines | dict.fromkeys(test_files_naming(frozenset(seen)), WHOLE)


@functools.cache
def test_files_naming(names: frozenset[str]) -> tuple[str, ...]:
    word = re.compile(rf"\b({'|'.join(sorted(names))})\b")
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return tuple(
        file.relative_to(ROOT).as_posix()
        for file in files
        if word.search(file.read_text(encoding="utf-8"))
    )


def covering_tests(mutant: Mutant, tests: dict[str, Reached]) -> list[str]:
    """The tests that reach a mutant: those of one file together, the quickest first."""
    lines = lines_of(mutant)
    chosen = [
        test
        for test, (_, reached) in tests.items()
        if lines.get(test.split("::")[0]) == WHOLE
        or any(reached.get(file, 0) & bits for file, bits in lines.items())
    ]
    by_file: dict[str, list[str]] = {}
    for test in sorted(chosen, key=lambda test: tests[test].seconds):
        by_file.setdefault(test.split("::")[0], []).append(test)
    quickest = sorted(
        by_file.values(), key=lambda group: sum(tests[test].seconds for test in group)
    )
    return [test for group in quickest for test in group]
