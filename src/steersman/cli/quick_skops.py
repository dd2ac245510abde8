"""skops for commands, without what it imports for models that a file does not hold."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any

from steersman.cli.late_imports import late_imports

LATE = ("scipy.stats", "scipy.interpolate", "scipy.integrate", "numpy.f2py", "numpy.testing")


def import_skops() -> None:
    """Import skops, and scikit-learn under it, in two thirds of the CPU time.

    skops lists all estimators of scikit-learn as trusted types. Here the list stays empty, and
    `read_model` looks each type of a file up by itself. Only for commands: in a process with other
    people's code, skops must know its whole list.
    """
    if "skops.io" in sys.modules:
        return
    with late_imports(*LATE):
        import sklearn.utils

        with package_of("skops.io") as run:
            from skops.io import _utils

            with (
                replacement(sklearn.utils, "all_estimators", list),
                replacement(_utils, "whichmodule", quick_search(_utils.whichmodule)),
            ):
                run()


@contextmanager
def package_of(name: str) -> Iterator[Callable[[], None]]:
    """A package whose modules can be imported before what it imports itself, which `run` does."""
    spec = find_spec(name)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(f"No module named '{name}'", name=name)
    package, loader = module_from_spec(spec), spec.loader
    sys.modules[name] = package
    try:
        yield lambda: loader.exec_module(package)
    except BaseException:
        del sys.modules[name]
        raise
    parent, _, last = name.rpartition(".")
    setattr(sys.modules[parent], last, package)


@contextmanager
def replacement(module: ModuleType, name: str, value: object) -> Iterator[None]:
    """Let a module have another function by a name."""
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)


def quick_search(search: Callable[[Any, str], str]) -> Callable[[Any, str], str]:
    """The `search` of skops for the module of a function, quick for the functions of scipy.

    Those do not say where they come from, and skops asks all modules for each of 230; here each
    module of scipy lists its own, once.
    """
    import numpy as np

    modules: dict[int, str] = {}

    def module_name(thing: Any, name: str) -> str:
        if not isinstance(thing, np.ufunc) or getattr(thing, "__module__", None) is not None:
            return search(thing, name)
        if not modules:
            for module, function in named_functions("scipy", np.ufunc):
                modules.setdefault(id(function), module)
        return modules.get(id(thing)) or search(thing, name)

    return module_name


def named_functions(package: str, kind: type) -> Iterator[tuple[str, Any]]:
    """The functions of a kind that modules of a package have by their own names."""
    for name, module in sys.modules.copy().items():
        if name.partition(".")[0] == package:
            for key, value in vars(module).items():
                if isinstance(value, kind) and getattr(value, "__name__", None) == key:
                    yield name, value
