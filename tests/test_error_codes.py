"""Every error that a user can cause has a code, so that no program has to read its sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import steersman

PACKAGES = (
    "cli",
    "compare",
    "data",
    "evaluate",
    "learn",
    "maths",
    "scale",
    "server",
    "session",
    "text",
    "wire",
)
SOURCES = Path(steersman.__file__).parent


def error_codes(package: str) -> Iterator[tuple[str, ast.expr | None]]:
    """The place and the code, if any, of every SteersmanError that the package makes."""
    for path in sorted((SOURCES / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "SteersmanError":
                code = next((each.value for each in node.keywords if each.arg == "code"), None)
                yield f"{path.relative_to(SOURCES)}:{node.lineno}", code


@pytest.mark.parametrize("package", PACKAGES)
def test_every_error_has_a_code_in_kebab_case(package: str) -> None:
    codes = dict(error_codes(package))
    assert [place for place, code in codes.items() if code is None] == []
    written = [code.value for code in codes.values() if isinstance(code, ast.Constant)]
    assert [code for code in written if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code)] == []
