"""Docstring coverage of the public names: `python -m tools.docstrings`.

Every public name of `steersman`, and every public method of the classes among them, has a docstring
in numpydoc style that describes all its parameters in their order and what it returns. The command
prints what is missing and the coverage, and exits with status 1 below 100 %.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from types import FunctionType

from numpydoc.validate import validate

import steersman

TRUE = {
    "GL08": "has no docstring",
    "PR02": "describes unknown parameters",
    "PR03": "describes parameters in another order",
    "PR04": "a parameter has no type",
    "PR07": "a parameter has no description",
}
"""What no docstring may lack: it is there, and what it says is true."""
CHECKS = TRUE | {
    "SS03": "summary does not end with a period",
    "PR01": "parameters are not described",
    "RT01": "does not describe what it returns",
}
FOR_NAMES = {"EX01": "has no example"}
"""A check of the names themselves, not of the methods of classes."""


def public_objects() -> Iterator[tuple[str, bool]]:
    """The path of every public name and of every public method, and whether it is a method."""
    for name in sorted(set(steersman.__all__) - {"__version__"}):
        value = getattr(steersman, name)
        home = f"{value.__module__}.{name}"
        yield home, False
        if inspect.isclass(value):
            for method, function in sorted(vars(value).items()):
                plain = getattr(function, "__func__", function)
                if not method.startswith("_") and isinstance(plain, FunctionType):
                    yield f"{home}.{method}", True


def faults_of(path: str, is_method: bool) -> list[str]:
    """What the docstring of an object lacks."""
    asked = CHECKS if is_method else CHECKS | FOR_NAMES
    owner = getattr(steersman, path.split(".")[-1], None)
    if getattr(owner, "_is_protocol", False):
        # Nobody creates a protocol: Python made up its parameters.
        asked = {code: words for code, words in asked.items() if code != "PR01"}
    return [f"{code} {words}" for code, words in validate(path)["errors"] if code in asked]


def main() -> None:
    """Print the faults and the coverage."""
    objects = list(public_objects())
    faults = {path: found for path, method in objects if (found := faults_of(path, method))}
    for path, found in faults.items():
        print(path, *(f"\n    {each}" for each in found))
    good = len(objects) - len(faults)
    print(f"Docstring coverage: {good} of {len(objects)} ({good / len(objects):.0%})")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
