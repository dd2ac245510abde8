"""Names of a package that are loaded on first use, so that importing it costs nothing."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType

from steersman.errors import SteersmanError

__all__ = ["lazy_exports", "lazy_names"]


def lazy_names(
    package: str, homes: Mapping[str, str], extras: Mapping[str, str] | None = None
) -> Callable[[str], object]:
    """The `__getattr__` of a package whose names live in the modules that `homes` says.

    `extras` are the extras to install for the modules that need one.
    """

    def load(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        try:
            home = import_module(homes[name])
        except ModuleNotFoundError as error:
            extra = (extras or {}).get(homes[name])
            if extra is None or str(error.name).startswith(package):
                raise
            raise SteersmanError(
                f"{name} needs the package {error.name}",
                todo=f"pip install '{package}[{extra}]'",
                code="extra-missing",
                name=name,
                extra=extra,
            ) from error
        value = getattr(home, name)
        setattr(sys.modules[package], name, value)
        return value

    return load


def lazy_exports(package: str, file: str) -> Callable[[str], object]:
    """The `__getattr__` of a package that imports its names under `if TYPE_CHECKING:` only.

    The same lines serve type checkers and say here where each name lives.
    """
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    blocks = [
        node.body
        for node in tree.body
        if isinstance(node, ast.If)
        and isinstance(node.test, ast.Name)
        and node.test.id == "TYPE_CHECKING"
    ]
    homes = {
        alias.name: node.module
        for block in blocks
        for node in block
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    module = sys.modules[package]
    module.__class__ = LazyPackage
    module.__dict__["lazy_homes"] = homes
    return lazy_names(package, homes)


class LazyPackage(ModuleType):
    """A package in which a name means the same before and after a module of that name is loaded."""

    lazy_homes: Mapping[str, str]

    def __setattr__(self, name: str, value: object) -> None:
        # Importing a module makes it an attribute of its package, where it would hide a function of
        # the same name.
        if not (isinstance(value, ModuleType) and name in self.lazy_homes):
            super().__setattr__(name, value)
