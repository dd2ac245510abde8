"""What docstrings say about shapes, their fields and aliases."""

from __future__ import annotations

import ast
import inspect
from functools import cache
from itertools import pairwise
from typing import Any

from tools.wire_homes import is_shape


def doc_of(shape: Any) -> str:
    """The first paragraph of a docstring; none where Python made it up."""
    written = parsed(inspect.getmodule(shape)).get(shape.__name__)
    text = ast.get_docstring(written) if isinstance(written, ast.ClassDef) else ""
    if not text:
        text = alias_docs(inspect.getmodule(shape)).get(shape.__name__, "")
    return " ".join(text.split("\n\n")[0].split())


def field_docs(shape: Any) -> dict[str, str]:
    """What is written under the fields of a class and of those it extends."""
    module = inspect.getmodule(shape)
    written = parsed(module).get(shape.__name__)
    if not isinstance(written, ast.ClassDef):
        return {}
    found: dict[str, str] = {}
    for base in written.bases:
        extended = getattr(module, ast.unparse(base), None)
        if is_shape(extended):
            found |= field_docs(extended)
    return found | written_under(written.body)


def alias_docs(module: Any) -> dict[str, str]:
    """What is written under the names of a module."""
    return written_under(list(ast.parse(inspect.getsource(module)).body))


def written_under(body: list[ast.stmt]) -> dict[str, str]:
    """Strings under assignments, by the name assigned to."""
    found = {}
    for statement, following in pairwise(body):
        target = getattr(statement, "target", None) or next(
            iter(getattr(statement, "targets", [])), None
        )
        value = following.value if isinstance(following, ast.Expr) else None
        if isinstance(target, ast.Name) and isinstance(value, ast.Constant):
            found[target.id] = " ".join(str(value.value).split())
    return found


@cache
def parsed(module: Any) -> dict[str, ast.stmt]:
    """The classes of a module by name."""
    tree = ast.parse(inspect.getsource(module))
    return {each.name: each for each in tree.body if isinstance(each, ast.ClassDef)}
