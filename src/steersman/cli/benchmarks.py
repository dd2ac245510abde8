"""The benchmarks and reproductions, which are a package of their own beside the product."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from steersman.errors import SteersmanError

PACKAGE = "steersman_benchmarks"


def benchmark_figures() -> Any:
    """The module that runs benchmarks and reproductions, where its package is installed."""
    return installed_module("figures")


def soak_output() -> Any:
    """The module that runs soaks, where its package is installed."""
    return installed_module("soak.output")


def installed_module(name: str) -> Any:
    if find_spec(PACKAGE) is None:
        raise SteersmanError(
            "the benchmarks are not installed",
            todo="in a clone of the repository, run `make install` or `pip install ./benchmarks`",
            code="benchmarks-missing",
        )
    return import_module(f"{PACKAGE}.{name}")
