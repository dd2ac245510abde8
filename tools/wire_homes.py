"""The shapes that go over the wire, their fields, and which file of TypeScript declares them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache
from types import NoneType
from typing import Any, ClassVar, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

from steersman.session.lab.choice import LabModel
from steersman.session.plane.game import Challenge
from steersman.session.plane.shapes import PlaneView
from steersman.session.shapes import SessionView
from steersman.session.state import State
from steersman.wire.shapes import CHANNEL_FRAMES, KINDS, ROOMS

SHARED = "types"
NAMES: Mapping[object, str] = {Challenge: "Game", LabModel: "LabModelChoice"}
"""Classes whose own name means something else in TypeScript."""


def is_shape(kind: Any) -> bool:
    return is_typeddict(kind) or (is_dataclass(kind) and isinstance(kind, type))


def type_name(shape: Any) -> str:
    own: str = shape.__name__
    return NAMES.get(shape, own.removesuffix("Values"))


def accepts_none(kind: Any) -> bool:
    return NoneType in get_args(kind)


def fields_of(shape: Any) -> Iterator[tuple[str, Any, bool]]:
    """Name, type and whether it may be missing, of each field."""
    for name, kind in get_type_hints(shape, include_extras=True).items():
        optional = get_origin(kind) is NotRequired
        if get_origin(kind) is not ClassVar:
            yield name, get_args(kind)[0] if optional else kind, optional


def shapes_in(kind: Any) -> Iterator[Any]:
    """The shapes that a type is made of, those inside before those around them."""
    if is_shape(kind):
        for _, each, _ in fields_of(kind):
            yield from shapes_in(each)
        if kind is not State:
            yield kind
    else:
        for each in get_args(kind):
            yield from shapes_in(each)


@cache
def homes() -> dict[str, list[Any]]:
    """The shapes that each file declares besides frames: a room's own, or those of many."""
    by_room = {room: list(dict.fromkeys(reached(room))) for room in ROOMS}
    every = [each for shapes in by_room.values() for each in shapes]
    frames = {each for union in KINDS.values() for each in get_args(union) or (union,)}
    found: dict[str, list[Any]] = {room: [] for room in ROOMS} | {SHARED: []}
    for room, shapes in by_room.items():
        for shape in shapes:
            own = package_of(shape) == room
            alone = every.count(shape) == 1 and package_of(shape) not in ROOMS
            if shape not in frames and (own or alone):
                found[room].append(shape)
    placed = [*frames, *(each for shapes in found.values() for each in shapes)]
    channel = [each for frame in CHANNEL_FRAMES.values() for each in shapes_in(frame)]
    rest = dict.fromkeys([*shapes_in(SessionView), *every, *channel])
    found[SHARED] = [each for each in rest if each not in placed]
    return found


def reached(room: str) -> Iterator[Any]:
    """The shapes that a room's actions, choice, view, frames and news are made of."""
    shapes = ROOMS[room]
    roots: Iterable[Any] = (shapes.choice, shapes.view, *shapes.frames.values())
    for kind in (*roots, *shapes.news.values()):
        yield from shapes_in(kind)
    if room == "plane":
        yield from shapes_in(PlaneView)
    for action in shapes.actions:
        for _, kind, _ in fields_of(action):
            yield from shapes_in(kind)


def package_of(shape: Any) -> str:
    """The package of a room that a shape is declared in, empty where it is in none."""
    parts: list[str] = shape.__module__.split(".")
    return parts[2] if parts[:2] == ["steersman", "session"] and len(parts) > 3 else ""


def home_of(shape: Any) -> str:
    """The file that declares a shape."""
    if shape is State:
        return SHARED
    for room, shapes in homes().items():
        frames = ROOMS[room].frames.values() if room in ROOMS else ()
        if shape in shapes or shape in frames:
            return room
    raise ValueError(f"{shape} is declared nowhere")
