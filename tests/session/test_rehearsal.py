"""The rehearsal leaves nothing to be compiled while a person waits."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from numba.core.dispatcher import Dispatcher

import steersman
from steersman.session.compile_progress import PREPARING, report_compiling
from steersman.session.precompile import rehearse
from steersman.tasks import Task


def kernels() -> dict[str, Dispatcher]:
    """Every compiled function of the product that plain Python calls, by its name."""
    home = Path(steersman.__file__).parent
    found: dict[str, Dispatcher] = {}
    for path in sorted(home.glob("*/**/*.py")):
        if "@njit" in path.read_text():
            name = ".".join(path.relative_to(home.parent).with_suffix("").parts)
            for value in vars(import_module(name)).values():
                if isinstance(value, Dispatcher):
                    found[f"{value.__module__}.{value.__name__}"] = value
    called = {name for each in found.values() for name in each.py_func.__code__.co_names}
    return {name: each for name, each in found.items() if each.__name__ not in called}


def test_every_kernel_has_been_called_after_a_rehearsal() -> None:
    rehearse()
    assert len(kernels()) > 10
    assert [name for name, kernel in kernels().items() if not kernel.signatures] == []


def test_a_compilation_is_reported_to_those_who_wait_for_it() -> None:
    from numba import njit  # an uncached kernel of the test's own

    told: list[str] = []
    task = Task(progress=lambda what, _: told.append(what))
    with report_compiling(task):
        assert njit(lambda x: x + 1)(1) == 2
    assert told == [PREPARING]
    njit(lambda x: x + 2)(1)
    assert told == [PREPARING]
