"""Who imports what from where: families by their `__init__`, private names from nowhere else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import steersman
import steersman_benchmarks

SOURCES = [Path(package.__file__).parents[1] for package in (steersman, steersman_benchmarks)]
FAMILIES = ("learn", "maths")


def imports() -> Iterator[tuple[str, str, list[str]]]:
    """The package of each module, and what it imports from where."""
    for source in SOURCES:
        for path in sorted(source.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("steersman"):
                    package = ".".join(path.relative_to(source).parent.parts)
                    yield package, str(node.module), [alias.name for alias in node.names]


def is_inner(package: str, home: str) -> bool:
    """Whether `home` is a module of a family that `package` is not part of.

    >>> is_inner("steersman.cli", "steersman.learn.files.raw_model")
    True
    """
    parts = home.split(".")
    family = ".".join(parts[:3])
    return len(parts) > 3 and parts[1] in FAMILIES and not f"{package}.".startswith(f"{family}.")


def test_families_are_imported_through_their_init() -> None:
    assert [(package, home) for package, home, _ in imports() if is_inner(package, home)] == []


def test_no_private_name_crosses_modules() -> None:
    names = [(home, name) for _, home, found in imports() for name in found]
    assert [each for each in names if each[1].startswith("_") and not each[1].endswith("__")] == []
