"""A block that happens whole or not at all: what objects held before it is put back if it fails."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import is_dataclass

__all__ = ["intact"]

DEPTH = 2
"""How deep collections inside collections are looked at; deeper ones are replaced, not changed."""


@contextmanager
def intact(owner: object, apart: Collection[str] = ()) -> Iterator[None]:
    """Put back what `owner` and the session's objects inside it held if the block fails.

    Only collections and objects of this package that can change are looked at; data, planes and
    models are values. Attributes named in `apart` are nobody's business here.

    >>> class Desk: papers = []
    >>> Desk.__module__ = "steersman.session.desk"
    >>> desk = Desk()
    >>> desk.pile = ["a"]
    >>> try:
    ...     with intact(desk):
    ...         desk.pile.append("b")
    ...         raise OSError
    ... except OSError:
    ...     desk.pile
    ['a']
    """
    backs = list(put_backs(owner, set(), apart))
    try:
        yield
    except BaseException:
        for put_back in backs:
            put_back()
        raise


def put_backs(
    value: object, seen: set[int], apart: Collection[str] = (), depth: int = DEPTH
) -> Iterator[Callable[[], None]]:
    """What puts each changeable thing inside `value` back to what it holds now."""
    inner: list[object] = []
    if changes(value) and id(value) not in seen:
        seen.add(id(value))
        fields = {key: each for key, each in vars(value).items() if key not in apart}
        yield lambda: put_fields_back(value, fields, apart)
        inner, depth = list(fields.values()), DEPTH
    elif isinstance(value, dict | list | set) and depth and id(value) not in seen:
        seen.add(id(value))
        yield collection_back(value)
        inner, depth = list(value.values() if isinstance(value, dict) else value), depth - 1
    for each in inner:
        yield from put_backs(each, seen, depth=depth)


changeable: dict[type, bool] = {}  # by kind, since every movement of a hand asks of every value


def changes(value: object) -> bool:
    """Whether a value is an object of the session's own that can change."""
    kind = type(value)
    if kind not in changeable:
        frozen = is_dataclass(kind) and kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
        ours = kind.__module__.startswith("steersman.session.")
        changeable[kind] = ours and not frozen and hasattr(value, "__dict__")
    return changeable[kind]


def put_fields_back(value: object, fields: dict[str, object], apart: Collection[str]) -> None:
    for key in [key for key in vars(value) if key not in fields and key not in apart]:
        delattr(value, key)
    vars(value).update(fields)


def collection_back(value: dict[object, object] | list[object] | set[object]) -> Callable[[], None]:
    held = value.copy()

    def put_back() -> None:
        value.clear()
        if isinstance(value, list):
            value.extend(held)
        else:
            value.update(held)  # type: ignore[arg-type]

    return put_back
