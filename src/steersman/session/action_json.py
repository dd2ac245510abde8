"""Actions as plain values of JSON and back; the types of fields are read off the actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields, is_dataclass
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from steersman.errors import SteersmanError
from steersman.session import history_actions, question
from steersman.session.actions import Action, actions_in, kind_name
from steersman.session.rooms import ROOMS
from steersman.session.state import RoomChoice, State

# Read off the modules and rooms rather than listed, so that a new action needs no entry here.
KINDS = (
    *actions_in(history_actions),
    *actions_in(question),
    *(kind for room in ROOMS for kind in room.actions),
)
ACTIONS: dict[str, type[Action]] = {kind_name(kind): kind for kind in KINDS}
"""Every action by its name on the wire and in a project."""

CHOICES: dict[str, type[RoomChoice]] = {
    room.choice.room: room.choice for room in ROOMS if room.choice is not None
}
"""What is chosen in each room, by the room's name in a state."""


def plain_action(action: Action) -> dict[str, Any]:
    """An action as plain values.

    >>> from steersman.session.history_actions import GoTo
    >>> plain_action(GoTo(2)), action_of({"action": "go-to", "step": 2})
    ({'action': 'go-to', 'step': 2, 'room': ''}, GoTo(step=2, room=''))
    """
    # Field by field: asdict() would write the rooms of a State in another form than its `plain`.
    values = {each.name: plain(getattr(action, each.name)) for each in fields(action)}  # type: ignore[arg-type]
    return {"action": kind_name(type(action)), **values}


def plain(value: object) -> object:
    """A field of an action as plain values."""
    if isinstance(value, State):
        return dict(value.plain)
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return value


def action_of(values: Mapping[str, Any]) -> Action:
    """The action that plain values describe; every field is checked against its type."""
    name = values.get("action") if isinstance(values, Mapping) else None
    if not isinstance(name, str) or name not in ACTIONS:
        raise SteersmanError(
            f"there is no action {name!r}",
            todo=f"the actions are {', '.join(sorted(ACTIONS))}",
            code="unknown-action",
            action=name,
        )
    given = {key: value for key, value in values.items() if key != "action"}
    action: Action = value_of(ACTIONS[name], given, name)
    return action


def state_of(given: dict[str, Any], where: str) -> State:
    """A state made of JSON values: what holds in every room, and each open room by its name."""
    shared = {field.name for field in fields(State)} - {"rooms"}
    if unknown := sorted(set(given) - shared - set(CHOICES)):
        raise SteersmanError(
            f"{where} does not take {', '.join(unknown)}",
            todo=f"it takes {', '.join(sorted(shared | set(CHOICES)))}",
            code="unknown-fields",
            where=where,
            names=tuple(unknown),
        )
    state: State = value_of(State, {name: given[name] for name in shared & set(given)}, where)
    for name in sorted(set(CHOICES) & set(given)):
        if given[name] is not None:
            state = state.with_choice(typed_value(given[name], CHOICES[name], f"{where}: {name}"))
    return state


def value_of(kind: type[Any], given: dict[str, Any], where: str) -> Any:
    """A dataclass made of JSON values, each checked."""
    # Annotations are strings (PEP 563), so they have to be resolved before they can be checked.
    types = get_type_hints(kind)
    known = {field.name for field in fields(kind)}
    if unknown := sorted(set(given) - known):
        raise SteersmanError(
            f"{where} does not take {', '.join(unknown)}",
            todo=f"it takes {', '.join(sorted(known)) or 'nothing'}",
            code="unknown-fields",
            where=where,
            names=tuple(unknown),
        )
    checked = {
        key: typed_value(value, types[key], f"{where}: {key}") for key, value in given.items()
    }
    try:
        return kind(**checked)
    except TypeError as error:
        # The constructor names the field that is missing better than we could.
        raise SteersmanError(
            f"{where}: {error}", todo="send every field", code="fields-missing", where=where
        ) from None


LARGEST_NUMBER = 2**53
"""Larger whole numbers are not exact in JavaScript."""
LONGEST_TEXT = 100_000


def check_number(value: float, where: str) -> None:
    """Refuse numbers that cannot travel back: infinite ones, and whole ones beyond 53 bits."""
    too_large = abs(value) > LARGEST_NUMBER if isinstance(value, int) else not isfinite(value)
    if too_large:
        raise SteersmanError(
            f"{where} is too large a number",
            todo=f"send one between {-LARGEST_NUMBER} and {LARGEST_NUMBER}",
            code="number-too-large",
            where=where,
        )


def check_text(value: str, where: str) -> None:
    """Refuse texts that are too long, or hold half a character, which no file can keep."""
    if len(value) > LONGEST_TEXT:
        raise SteersmanError(
            f"{where} has {len(value):,} characters",
            todo=f"send at most {LONGEST_TEXT:,}",
            code="text-too-long",
            where=where,
            length=len(value),
        )
    if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
        raise SteersmanError(
            f"{where} contains half of a character",
            todo="type it again without that character",
            code="text-not-unicode",
            where=where,
        )


def allowed_value(value: Any, allowed: tuple[Any, ...], where: str) -> Any:
    """`value` if it is one of those allowed."""
    if value in allowed:
        return value
    raise SteersmanError(
        f"{where} is {value!r}",
        todo=f"send one of {allowed}",
        code="value-not-allowed",
        where=where,
        value=value,
        allowed=allowed,
    )


def typed_values(values: list[Any], kinds: tuple[Any, ...], where: str) -> tuple[Any, ...]:
    """The values of a list, as many as there are kinds unless the last of these is an ellipsis."""
    if kinds[-1] is not Ellipsis and len(kinds) != len(values):
        raise SteersmanError(
            f"{where} has {len(values)} values",
            todo=f"send {len(kinds)}",
            code="wrong-length",
            where=where,
            length=len(values),
            expected=len(kinds),
        )
    return tuple(typed_value(each, kinds[0], where) for each in values)


def typed_value(value: Any, wanted: Any, where: str) -> Any:
    """`value` if it is of the wanted type; a whole number will do for a number."""
    if get_origin(wanted) is Literal:
        return allowed_value(value, get_args(wanted), where)
    if isinstance(wanted, UnionType):
        if value is None and NoneType in get_args(wanted):
            return None
        others = [each for each in get_args(wanted) if each is not NoneType]
        # Exact types, because bool is a subclass of int and True is no number here. The first type
        # that is not None says what is expected, also in the error message.
        wanted = type(value) if type(value) in others else others[0]
    if wanted is State and isinstance(value, dict):
        return state_of(value, where)
    if is_dataclass(wanted) and isinstance(wanted, type) and isinstance(value, dict):
        return value_of(wanted, value, where)
    if wanted is float and isinstance(value, int | float) and not isinstance(value, bool):
        check_number(value, where)
        return float(value)
    # `type(...) is`, not isinstance: JSON's true must not pass for the number 1.
    if wanted in (int, str, bool) and type(value) is wanted:
        if wanted is int:
            check_number(value, where)
        if wanted is str:
            check_text(value, where)
        return value
    if get_origin(wanted) is tuple and isinstance(value, list):
        return typed_values(value, get_args(wanted), where)
    if isinstance(value, dict) and get_origin(wanted) not in (None, tuple):
        # Keys of JSON objects are always strings.
        item = get_args(wanted)[1]
        for key in value:
            check_text(str(key), where)
        return {str(key): typed_value(each, item, f"{where}: {key}") for key, each in value.items()}
    expected = getattr(wanted, "__name__", str(wanted))
    raise SteersmanError(
        f"{where} is {value!r}",
        todo=f"send a value of type {expected}",
        code="wrong-type",
        where=where,
        value=value,
        expected=expected,
    )
