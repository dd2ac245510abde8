"""Classes as a person writes them, found among the classes that there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches

from steersman.data.columns.label_words import visible
from steersman.errors import SteersmanError


def class_list(classes: Sequence[object]) -> str:
    """The classes in one short line.

    >>> class_list(["ham", "spam"])
    "'ham', 'spam'"
    >>> class_list(range(13))
    '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ... (13 in all)'
    >>> class_list(range(12))
    '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11'
    """
    shown = ", ".join(
        repr(visible(name) if isinstance(name, str) else name) for name in classes[:12]
    )
    return f"{shown}, ... ({len(classes)} in all)" if len(classes) > 12 else shown


def class_index(name: object, classes: Sequence[object]) -> int:
    """The index of the class called `name` in `classes`; spaces matter only where they must.

    >>> class_index("ham ", ["ham", "ham "]), class_index(" Spam", ["ham", "spam"])
    (1, 1)
    """
    exact = [place for place, label in enumerate(classes) if str(label) == str(name)]
    if len(exact) == 1:
        return exact[0]
    written = str(name).strip()
    readings: list[Callable[[object], object]] = [str, normalized_label, as_number]
    for reading in readings:
        wanted = reading(written)
        found = [
            i for i, label in enumerate(classes) if wanted is not None and reading(label) == wanted
        ]
        if len(found) == 1:
            return found[0]
    close = get_close_matches(written, [str(label) for label in classes], n=1)
    hint = f"did you mean {close[0]!r}? The" if close else "the"
    raise SteersmanError(
        f"there is no class {written!r} in this data",
        todo=f"{hint} classes are {class_list(classes)}",
        code="unknown-class",
        name=written,
        suggestion=close[0] if close else None,
    )


def normalized_label(label: object) -> str:
    """The label without regard to case and outer spaces."""
    return str(label).strip().casefold()


def as_number(label: object) -> float | None:
    """The number that a label is or spells, if any."""
    try:
        return float(label)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
