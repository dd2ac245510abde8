"""skops for commands, without its list of all estimators of scikit-learn."""

from __future__ import annotations

import sys


def import_skops() -> None:
    """Import skops without loading all of scikit-learn, which takes it half a second of CPU.

    skops lists all estimators of scikit-learn as trusted types. Here the list stays empty, and
    `read_model` looks each type of a file up by itself. Only for commands: in a process with other
    people's code, skops must know its whole list.
    """
    if "skops.io" in sys.modules:
        return
    import sklearn.utils

    found = sklearn.utils.all_estimators
    sklearn.utils.all_estimators = list
    try:
        import skops.io  # noqa: F401
    finally:
        sklearn.utils.all_estimators = found
