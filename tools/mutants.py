"""Change the code one expression at a time, and see whether its nearest tests notice.

`make mutants` tries a sample of all changes of the packages below. Every change is made in a copy
of the tree and judged by the tests that reach its line, as a recorded run of them says. Tests that
fail must pass without the change in the same order, or the change is void. What no test notices is
listed in surviving-mutants.md, where a person writes down why; a later run keeps these lines and
tries again what nobody explained.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from tools.forked_tests import import_what_it_stands_on
from tools.mutations import Mutant, mutants_of
from tools.reached_lines import (
    ROOT,
    SOURCE,
    covering_tests,
    forget_others,
    kept_at,
    kernels,
    read_reached,
)
from tools.trials import Trial

SURVIVORS = ROOT / "tools/surviving-mutants.md"
WORKERS = 2
MORE_S, TIMES_LONGER = 20.0, 3.0  # than tests take while they are recorded
COMPILING_S = 180.0
UNEXPLAINED = "Not explained yet."
HEADING = """# Surviving mutants

Changes of the code that no test notices, as `make mutants` found them. The line under each says
why that is right, or that a test is missing. A later run keeps these lines.
"""

# package: (its sources, below src/steersman), (its tests, below tests)
PACKAGES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "maths": (
        ("maths",),
        (
            "maths/**/*.py",
            "learn/clustering/*.py",
            "learn/explain/*.py",
            "learn/likelihood/*.py",
            "learn/steering/test_offset_search.py",
            "learn/steering/test_offset_turns.py",
            "learn/wants/test_resolved_want.py",
            "scale/test_tuning.py",
            "session/test_lessons*.py",
        ),
    ),
    "wants": (("learn/wants",), ("learn/wants/*.py", "learn/steering/test_steering.py")),
    "promises": (("learn/promises",), ("learn/promises/*.py",)),
    "steering": (("learn/steering",), ("learn/steering/*.py", "learn/promises/*.py")),
    "guard": (
        ("server/guard.py",),
        tuple(f"server/test_{name}.py" for name in ("guard", "people", "lasting_token", "live")),
    ),
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
    """How one mutant fared: killed, survived, timeout, or void where its tests fail without it too;
    drawn at random or listed before."""

    package: str
    mutant: Mutant
    verdict: str
    drawn: bool


class Job(NamedTuple):
    """A mutant to try; drawn at random, or listed before."""

    package: str
    mutant: Mutant
    drawn: bool
    tests: Sequence[str] = ()
    limit_s: float = 0.0


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
    tried = {each.mutant.key for each in outcomes if each.verdict != "void"}
    listed = set(known) - gone - tried | survived
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
        drawn = [each for each in outcomes if each.drawn and package in (each.package, "all")]
        own = [each for each in drawn if each.verdict != "void"]
        alive = [each.mutant.key for each in own if each.verdict == "survived"]
        explained = sum(known.get(key, UNEXPLAINED) != UNEXPLAINED for key in alive)
        killed = len(own) - len(alive)
        slow = sum(each.verdict == "timeout" for each in own)
        rate = f"killed {killed} of {len(own)} ({100 * killed / max(1, len(own)):.0f} %)"
        by_time = f", {slow} of them by taking too long" if slow else ""
        void = f"; {len(drawn) - len(own)} void" if len(drawn) > len(own) else ""
        alone = f"of {len(alive)} that survive, {explained} explained"
        print(f"{package:<10} {rate}{by_time}; {alone}{void}")


def planned_work(
    packages: Sequence[str], options: argparse.Namespace, known: dict[str, str]
) -> Plan:
    """The mutants to try, one of each package in turn: a run that ends early is a fair sample."""
    by_package: list[list[Job]] = []
    gone: set[str] = set()
    for package in packages:
        paths = list(source_files(PACKAGES[package][0]))
        mutants = [each for path in paths for each in mutants_of(ROOT, path)]
        names = {path.as_posix() for path in paths}
        gone |= {key for key in known if key.split("`")[1] in names} - {e.key for e in mutants}
        open_ones = {key for key, why in known.items() if why == UNEXPLAINED}
        mutants = [each for each in mutants if options.only in each.key]
        drawn = sample(mutants, options.sample, options.seed)
        listed = [each for each in mutants if each.key in open_ones and each not in drawn]
        jobs = [Job(package, mutant, True) for mutant in drawn]
        by_package.append(jobs + [Job(package, mutant, False) for mutant in listed])
    work = [job for turn in zip_longest(*by_package) for job in turn if job is not None]
    work.sort(key=lambda job: not job.drawn)
    return Plan(work, gone)


def test_files(package: str) -> list[str]:
    """The files of tests that judge a package, and its modules with examples."""
    patterns, tests = PACKAGES[package]
    files = [path for pattern in tests for path in sorted((ROOT / "tests").glob(pattern))]
    examples = [path for path in source_files(patterns) if ">>>" in (ROOT / path).read_text()]
    named = [path.relative_to(ROOT).as_posix() for path in files if path.name.startswith("test_")]
    return list(dict.fromkeys([*named, *(path.as_posix() for path in examples)]))


@functools.cache
def own_trial(folder: Path) -> Trial:
    """The tree in which a process of this run tries its mutants."""
    return Trial(folder / f"tree-{os.getpid()}")


def record(folder: Path, test: str) -> None:
    """Keep the lines that a file of tests reaches."""
    start = time.monotonic()
    own_trial(folder).record(test)
    print(f"recorded  {test} ({time.monotonic() - start:.0f} s)", flush=True)


def outcome(folder: Path, end: float, job: Job) -> Outcome | None:
    """How a mutant fares; None where it is too late to begin."""
    if time.monotonic() > end:
        return None
    start = time.monotonic()
    verdict = own_trial(folder).verdict(job.mutant, job.tests, job.limit_s)
    took = f"{len(job.tests)} tests, {time.monotonic() - start:.0f} s"
    print(f"{verdict:<9} {job.mutant.key} ({took})", flush=True)
    return Outcome(job.package, job.mutant, verdict, job.drawn)


def with_tests(work: Sequence[Job], packages: Sequence[str]) -> Iterator[Job]:
    """The jobs with the tests that reach them, and the time each of these may take."""
    reached = {
        package: {
            test: own
            for file in test_files(package)
            for test, own in read_reached(kept_at(file)).items()
        }
        for package in packages
    }
    for job in work:
        tests = covering_tests(job.mutant, reached[job.package])
        usual_s = max((reached[job.package][test].seconds for test in tests), default=0.0)
        compiling_s = COMPILING_S if kernels(job.mutant.path) else 0.0
        limit_s = MORE_S + TIMES_LONGER * usual_s + compiling_s
        yield job._replace(tests=tests, limit_s=limit_s)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("packages", nargs="*", help=f"of {', '.join(PACKAGES)}; all by default")
    parser.add_argument("--sample", type=int, default=16, help="mutants to try in each package")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--minutes",
        type=float,
        default=float("inf"),
        help="begin no other mutant so long after the lines were recorded",
    )
    parser.add_argument(
        "--only", default="", help="text that the file, function or change contains"
    )
    options = parser.parse_args()
    packages = options.packages or list(PACKAGES)
    known = explanations()
    plan = planned_work(packages, options, known)
    files = list(dict.fromkeys(file for package in packages for file in test_files(package)))
    import_what_it_stands_on()
    with (
        tempfile.TemporaryDirectory() as name,
        ProcessPoolExecutor(WORKERS, get_context("fork")) as pool,
    ):
        folder = Path(name).resolve()
        list(
            pool.map(
                partial(record, folder), [file for file in files if not kept_at(file).exists()]
            )
        )
        forget_others(kept_at(file) for package in PACKAGES for file in test_files(package))
        work = with_tests(plan.work, packages)
        end = time.monotonic() + 60.0 * options.minutes
        tried = pool.map(partial(outcome, folder, end), work)
        outcomes = [each for each in tried if each is not None]
    write_survivors(outcomes, plan.gone, known)
    report(outcomes, known)


if __name__ == "__main__":
    main()
