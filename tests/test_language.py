"""Texts that people read keep to the words of the field: no words of a private dialect."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BANNED = "|".join(
    [
        r"\bit is so\b",
        r"\b(?:shall|dearer|gathered|told|whoever|besides)\b",
        r"\b(?:let go|on show|stands here|by heart|otherwise than|that which)\b",
        r"\b(?:come|came|comes|coming) out otherwise\b",
    ]
)
BRITISH = "|".join(
    [
        r"\b(?:learnt|spelt|burnt|whilst|amongst|judgement|catalogue|programme|licence|fulfil)\b",
        r"\b(?:greys?|centred?|(?:ana|para)lyse[ds]?)\b",
        r"(?:col|neighb|behavi|fav|hon|lab)our|(?:lab|mod|trav)ell",
        r"(?:general|initial|minim|maxim|normal|optim|organ|recogn|regular|standard|summar|visual)"
        r"is(?:e|ing|ation)",
    ]
)
DIALECT = re.compile(f"{BANNED}|{BRITISH}", re.IGNORECASE)
PYTHON = sorted(
    path for folder in ("src/steersman", "benchmarks/src") for path in (ROOT / folder).rglob("*.py")
)
PAGE = sorted(
    path for path in (ROOT / "frontend/src").rglob("*") if path.suffix in {".ts", ".tsx", ".css"}
)
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def python_texts(source: str) -> Iterator[tuple[int, str]]:
    """The lines and texts of all strings and comments; names are for test_names.py."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def texts(path: Path) -> Iterator[tuple[int, str]]:
    source = path.read_text(encoding="utf-8")
    return python_texts(source) if path.suffix == ".py" else enumerate(source.split("\n"), 1)


def dialect(path: Path) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{line} {found.group()}"
        for line, text in texts(path)
        for found in DIALECT.finditer(" ".join(text.split()))
    ]


@pytest.mark.parametrize("paths", [PYTHON, PAGE, DOCUMENTS], ids=["python", "page", "documents"])
def test_no_text_has_words_of_a_private_dialect(paths: list[Path]) -> None:
    assert len(paths) > 20
    assert [place for path in paths for place in dialect(path)] == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ('told = f"what {told} is\\non show"  # a colour', ["on show", "colour"]),
        ('"""Labels of a model, summarised."""', ["summarise"]),
        ('text = "labels, colors, neighbors and a likelihood of besiegers"', []),
    ],
)
def test_names_are_passed_over_and_texts_are_read(source: str, words: list[str]) -> None:
    read = " ".join(" ".join(text.split()) for _, text in python_texts(source))
    assert DIALECT.findall(read) == words
