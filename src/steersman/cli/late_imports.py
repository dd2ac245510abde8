"""Modules that are imported when something of them is first used."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any


@contextmanager
def late_imports(*names: str) -> Iterator[None]:
    """Let libraries that are imported meanwhile import these modules later, at their first use.

    `from module import name` gives them a function that imports the module when it is called. A
    module of which nothing is used is never imported.
    """
    late = [LateModule(name) for name in names if name not in sys.modules]
    for module in late:
        module.enter()
    try:
        yield
    finally:
        for module in late:
            module.leave()


class LateModule(ModuleType):
    """Stands for a module that is not imported yet."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__: Any = LatePath(self)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return LateName(self, name)

    def enter(self) -> None:
        """Let imports of the name find this."""
        parent, _, name = self.__name__.rpartition(".")
        sys.modules[self.__name__] = self
        setattr(importlib.import_module(parent), name, self)

    def leave(self) -> None:
        """Let the next import of the name find the module itself."""
        parent, _, name = self.__name__.rpartition(".")
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
            delattr(sys.modules[parent], name)

    def real_module(self) -> ModuleType:
        """The module itself."""
        self.leave()
        return importlib.import_module(self.__name__)


class LatePath:
    """Where the modules of a package are; they need the package itself."""

    def __init__(self, package: LateModule) -> None:
        self.package = package

    def __iter__(self) -> Iterator[str]:
        return iter(self.package.real_module().__path__)


class LateName:
    """Stands for what a module has by a name: a function, or an object with functions."""

    def __init__(self, module: LateModule, name: str) -> None:
        self._module, self._name = module, name

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Call the function of that name."""
        return self._value()(*given, **named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._value(), name)

    def _value(self) -> Any:
        return getattr(self._module.real_module(), self._name)
