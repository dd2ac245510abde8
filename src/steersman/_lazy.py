"""Names of a package that are loaded on first use, so that importing it costs nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

from steersman.errors import SteersmanError

__all__ = ["lazy_names"]


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
