"""Names in the code: no function is a bare participle, no class name means two things."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import steersman

SOURCES = Path(steersman.__file__).parent
# Nouns, verbs and adjectives that only look like participles.
ALLOWED = {"bed", "embed", "exceed", "feed", "need", "proceed", "seed", "shed", "speed", "unused"}
IRREGULAR = re.compile(
    r"(?:re|un)?(?:begun|bound|bought|broken|brought|built|caught|chosen|dealt|done|drawn|driven|fallen|"
    r"felt|found|given|gone|got|grown|heard|held|hidden|kept|known|laid|learnt|led|left|lost|made|"
    r"meant|met|paid|said|seen|sent|shaken|shown|sought|spent|spoken|taken|thought|thrown|told|"
    r"understood|written)"
)


def definitions(*kinds: type[ast.AST]) -> Iterator[tuple[str, str]]:
    """The place and the name of everything of these kinds that the package defines."""
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, kinds):
                yield f"{path.relative_to(SOURCES)}:{node.lineno}", node.name


def is_participle(name: str) -> bool:
    word = name.strip("_")
    regular = word.endswith("ed") and word not in ALLOWED
    return "_" not in word and (regular or IRREGULAR.fullmatch(word) is not None)


def test_no_function_is_named_by_a_bare_participle() -> None:
    functions = definitions(ast.FunctionDef, ast.AsyncFunctionDef)
    assert [f"{place} {name}" for place, name in functions if is_participle(name)] == []


def test_every_class_name_means_one_thing() -> None:
    classes = Counter(name for _, name in definitions(ast.ClassDef))
    assert [name for name, times in classes.items() if times > 1] == []


def test_participles_are_told_from_nouns_and_verbs() -> None:
    words = ["told", "_kept", "steered", "redrawn", "seed", "steered_model", "read", "spread"]
    assert [word for word in words if is_participle(word)] == words[:4]
