"""Change the code one expression at a time, and see whether its nearest tests notice.

`make mutants` tries a sample of all changes of the packages below. Every change is made in a copy
of the tree and judged by the tests that import the changed module, then by those of its package.
What no test notices is listed in surviving-mutants.md, where a person writes down why; a later run
keeps these lines and tries the listed changes again.
"""

from __future__ import annotations

import argparse
import ast
import functools
import hashlib
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from steersman import HOMES
from tools.mutations import Mutant, mutants_of

ROOT = Path(__file__).resolve().parents[1]
SOURCE = Path("src/steersman")
SURVIVORS = ROOT / "tools/surviving-mutants.md"
WORKERS = 2
MORE_S, TIMES_LONGER = 30.0, 4.0  # than tests take before anything is changed
COMPILING_S = 180.0
FEWEST_TESTS = 5  # chosen by what they import; twice as many at most
UNEXPLAINED = "Not explained yet."
HEADING = """# Surviving mutants

Changes of the code that no test notices, as `make mutants` found them. The line under each says
why that is right, or that a test is missing. A later run keeps these lines.
"""

# package: (its sources, below src/steersman), (its tests; none: those that import a module of it)
PACKAGES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "maths": (("maths",), ()),
    "wants": (("learn/wants",), ("learn/wants/*.py", "learn/steering/test_steering.py")),
    "promises": (("learn/promises",), ("learn/promises/*.py",)),
    "steering": (("learn/steering",), ("learn/steering/*.py", "learn/promises/*.py")),
    "guard": (("server/guard.py",), ("server/*.py",)),
    "storage": (
        ("session/storage",),
        (
            "session/test_project*.py",
            "session/test_long_histories.py",
            "wire/test_project*.py",
            "wire/test_reach.py",
            "cli/test_project_commands.py",
            "cli/test_workbench_command.py",
            "server/test_people.py",
        ),
    ),
}


@dataclass(frozen=True)
class Outcome:
    """How one mutant fared: killed, survived or timeout; drawn at random or listed before."""

    package: str
    mutant: Mutant
    verdict: str
    drawn: bool


class Job(NamedTuple):
    """A mutant to try; drawn at random, or listed before."""

    package: str
    mutant: Mutant
    drawn: bool


class Plan(NamedTuple):
    """The mutants to try, and those listed that the code has no more."""

    work: list[Job]
    gone: set[str]


def source_files(patterns: Sequence[str]) -> Iterator[Path]:
    """The modules that patterns name, relative to the tree."""
    for pattern in patterns:
        found = sorted((ROOT / SOURCE).glob(pattern))
        if not found:
            sys.exit(f"{pattern} names nothing below {SOURCE}: correct PACKAGES in {__file__}")
        for path in found:
            modules = sorted(path.rglob("*.py")) if path.is_dir() else [path]
            yield from (module.relative_to(ROOT) for module in modules)


@functools.cache
def exported_names(package: str) -> dict[str, str]:
    """The modules in which the names live that a package of the product exports."""
    place = ROOT / "src" / Path(*package.split(".")) / "__init__.py"
    if not place.exists():
        return {}
    nodes = ast.walk(ast.parse(place.read_text(encoding="utf-8")))
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    return {alias.name: str(node.module) for node in froms for alias in node.names}


@functools.cache
def imported_modules(path: Path) -> frozenset[str]:
    """The modules of the product that a file imports from; of exported names, their homes."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    names = [(str(node.module), alias.name) for node in froms for alias in node.names]
    homes = {HOMES.get(name, "") for module, name in names if module == "steersman"}
    homes |= {exported_names(module).get(name, module) for module, name in names}
    inner = {f"{module}.{name}" for module, name in names}
    return frozenset(name for name in homes | inner if name.startswith("steersman."))


def dotted(path: Path) -> str:
    """The name of a module, relative to the tree; of `__init__` that of its package."""
    return ".".join(path.relative_to("src").with_suffix("").parts).removesuffix(".__init__")


@functools.cache
def nearest_tests(module: Path, patterns: tuple[str, ...]) -> tuple[str, ...]:
    """The tests that `patterns` name, those that import a module first. Without patterns: a few
    that import it, its own room's first, or a module that does, and so on."""
    named = [path for pattern in patterns for path in sorted((ROOT / "tests").glob(pattern))]
    tests = named or sorted((ROOT / "tests").glob("[!b]*/**/test_*.py"))
    modules = [path.relative_to(ROOT) for path in (ROOT / SOURCE).rglob("*.py")]
    near, seen = {dotted(module)}, set[str]()
    found: dict[Path, None] = {}
    while near and len(found) < FEWEST_TESTS:
        here = [test for test in tests if near & imported_modules(test)]
        found |= dict.fromkeys(sorted(here, key=lambda test: module.parts[2] not in test.parts))
        seen |= near
        near = {dotted(path) for path in modules if near & imported_modules(ROOT / path)} - seen
    chosen = list(dict.fromkeys([*found, *named])) if named else list(found)[: 2 * FEWEST_TESTS]
    return tuple(path.relative_to(ROOT).as_posix() for path in chosen)


class Tree:
    """A copy of the tree in which one module at a time is changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        left_out = shutil.ignore_patterns(".*", "__pycache__", "node_modules", "dist")
        shutil.copytree(ROOT, folder, ignore=left_out)
        self.changes = 0

    def judge(self, tests: Sequence[str], limit_s: float, caches: Path | None = None) -> str:
        """Whether tests pass here ("survived"), fail ("killed") or take too long."""
        settings = {
            **os.environ,
            "PYTHONPATH": str(self.folder / "src"),
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
        }
        if caches is not None:
            settings["NUMBA_CACHE_DIR"] = str(caches)
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:randomly", *tests]
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env=settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as run:
            try:
                told, _ = run.communicate(timeout=limit_s)
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, 9)
                return "timeout"
        # A test fails: 1; the module cannot be imported: 2; the process dies: below 0; a file whose
        # tests are all left out (browser tests beside others) has none: 5.
        if run.returncode not in (0, 5) and run.returncode > 2:
            raise RuntimeError(told.decode(errors="replace")[-2000:])
        return "survived" if run.returncode in (0, 5) else "killed"

    def try_mutant(self, mutant: Mutant, tests: Sequence[str], limit_s: float) -> str:
        """Change a module, judge it by its own examples and these tests, and put it back."""
        tests = [mutant.path.as_posix(), *tests]
        place = self.folder / mutant.path
        before = place.stat()
        code = place.read_bytes()
        place.write_bytes(mutant.changed(code))
        # Compiled code is taken for current by the second its source was written and its size.
        self.changes += 1
        os.utime(place, (before.st_atime, before.st_mtime + self.changes))
        try:
            if b"njit" not in code:
                return self.judge(tests, limit_s)
            # A kernel that calls a changed one would come from the cache as it was.
            with tempfile.TemporaryDirectory() as caches:
                return self.judge(tests, limit_s + COMPILING_S, Path(caches))
        finally:
            place.write_bytes(code)
            os.utime(place, (before.st_atime, before.st_mtime))


def explanations() -> dict[str, str]:
    """What is written about each listed mutant."""
    if not SURVIVORS.exists():
        return {}
    listed = re.findall(r"^- (.+)\n  (.+)$", SURVIVORS.read_text(encoding="utf-8"), re.MULTILINE)
    return dict(listed)


def sample(mutants: Sequence[Mutant], size: int, seed: int) -> list[Mutant]:
    """Some mutants, which stay the same while the code does."""
    return sorted(
        mutants, key=lambda mutant: hashlib.sha256(f"{seed} {mutant.key}".encode()).digest()
    )[:size]


def write_survivors(outcomes: Sequence[Outcome], gone: set[str], known: dict[str, str]) -> None:
    """List what survived; what was listed and not tried stays, unless the code has it no more."""
    survived = {each.mutant.key for each in outcomes if each.verdict == "survived"}
    listed = set(known) - gone - {each.mutant.key for each in outcomes} | survived
    text = HEADING
    for package, (patterns, _) in PACKAGES.items():
        paths = {path.as_posix() for path in source_files(patterns)}
        keys = sorted(key for key in listed if key.split("`")[1] in paths)
        text += f"\n## {package}\n\n" if keys else ""
        text += "".join(f"- {key}\n  {known.get(key, UNEXPLAINED)}\n" for key in keys)
    SURVIVORS.write_text(text, encoding="utf-8")


def report(outcomes: Sequence[Outcome], known: dict[str, str]) -> None:
    """Print how many of those drawn at random were killed, by package and in all."""
    for package in [*dict.fromkeys(outcome.package for outcome in outcomes), "all"]:
        own = [each for each in outcomes if each.drawn and package in (each.package, "all")]
        alive = [each.mutant.key for each in own if each.verdict == "survived"]
        explained = sum(known.get(key, UNEXPLAINED) != UNEXPLAINED for key in alive)
        killed = len(own) - len(alive)
        slow = sum(each.verdict == "timeout" for each in own)
        rate = f"killed {killed} of {len(own)} ({100 * killed / max(1, len(own)):.0f} %)"
        by_time = f", {slow} of them by taking too long" if slow else ""
        print(f"{package:<10} {rate}{by_time}; of {len(alive)} that survive, {explained} explained")


def planned_work(packages: Sequence[str], options: argparse.Namespace, known: set[str]) -> Plan:
    """The mutants to try, one of each package in turn: a run that ends early is a fair sample."""
    by_package: list[list[Job]] = []
    gone: set[str] = set()
    for package in packages:
        paths = list(source_files(PACKAGES[package][0]))
        mutants = [each for path in paths for each in mutants_of(ROOT, path)]
        names = {path.as_posix() for path in paths}
        gone |= {key for key in known if key.split("`")[1] in names} - {e.key for e in mutants}
        mutants = [each for each in mutants if options.only in each.key]
        drawn = sample(mutants, options.sample, options.seed)
        listed = [each for each in mutants if each.key in known and each not in drawn]
        jobs = [Job(package, mutant, True) for mutant in drawn]
        by_package.append(jobs + [Job(package, mutant, False) for mutant in listed])
    work = [job for turn in zip_longest(*by_package) for job in turn if job is not None]
    return Plan(work, gone)


class Trial:
    """Tries mutants in trees of its own, until a time."""

    def __init__(self, folder: Path, end: float) -> None:
        self.end = end
        self.seconds: dict[str, float] = {}  # of each test, before anything is changed
        self.trees: queue.SimpleQueue[Tree] = queue.SimpleQueue()
        for number in range(WORKERS):
            self.trees.put(Tree(folder / f"tree-{number}"))

    def outcome(self, job: Job) -> Outcome | None:
        """How a mutant fares; None where it is too late to begin."""
        if time.monotonic() > self.end:
            return None
        tests = nearest_tests(job.mutant.path, PACKAGES[job.package][1])
        tree = self.trees.get()
        try:
            took_s = {test: self.unchanged_s(tree, test) for test in tests}
            limit_s = MORE_S + TIMES_LONGER * sum(took_s.values())
            # The first test that fails ends the trial.
            quickest_first = sorted(tests, key=lambda test: took_s[test])
            verdict = tree.try_mutant(job.mutant, quickest_first, limit_s)
        finally:
            self.trees.put(tree)
        print(f"{verdict:<9} {job.mutant.key}", flush=True)
        return Outcome(job.package, job.mutant, verdict, job.drawn)

    def unchanged_s(self, tree: Tree, test: str) -> float:
        """How long a test takes before anything is changed; the run ends where it fails."""
        if test not in self.seconds:
            start = time.monotonic()
            if tree.judge([test], 3600.0) != "survived":
                raise RuntimeError(f"{test} fails before anything is changed")
            self.seconds[test] = time.monotonic() - start
        return self.seconds[test]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("packages", nargs="*", help=f"of {', '.join(PACKAGES)}; all by default")
    parser.add_argument("--sample", type=int, default=30, help="mutants to try in each package")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--minutes", type=float, default=float("inf"), help="begin no other mutant after so long"
    )
    parser.add_argument(
        "--only", default="", help="text that the file, function or change contains"
    )
    options = parser.parse_args()
    end = time.monotonic() + 60.0 * options.minutes
    known = explanations()
    plan = planned_work(options.packages or list(PACKAGES), options, set(known))
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(WORKERS) as pool:
        tried = pool.map(Trial(Path(folder), end).outcome, plan.work)
        outcomes = [each for each in tried if each is not None]
    write_survivors(outcomes, plan.gone, known)
    report(outcomes, known)


if __name__ == "__main__":
    main()
