"""What is sent has the shape that the page's types are made from."""

from __future__ import annotations

import ast
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import numpy as np
import pytest
from tests.golden.scenes import SCENES
from tools.wire_homes import fields_of
from tools.wire_types import FOLDER, generated

from steersman import session
from steersman.session.action_json import ACTIONS
from steersman.session.plane.shapes import PlaneView
from steersman.session.shapes import SessionView
from steersman.session.state import State
from steersman.wire.frames import decode_frame
from steersman.wire.shapes import KINDS, NEWS, ROOMS, SHARED_ACTIONS

GOLDEN = Path(__file__).parents[1] / "golden"
HEADERS = {path.stem: decode_frame(path.read_bytes())[0] for path in sorted(GOLDEN.glob("*.bin"))}
PLAIN = {str: str, bool: bool, int: int, float: (int, float), NoneType: NoneType, object: object}


class FlatParts(SessionView, PlaneView):
    """The parts of the view that are not under the name of a room."""


def faults(value: Any, kind: Any, where: str) -> Iterator[str]:
    """Where a value of JSON is not of a type: missing and unknown keys too."""
    origin, given = get_origin(kind), get_args(kind)
    if kind in PLAIN:
        if not isinstance(value, PLAIN[kind]) or (isinstance(value, bool) and kind in (int, float)):
            yield f"{where}: {value!r} is no {kind.__name__}"
    elif origin is Literal:
        if value not in given:
            yield f"{where}: {value!r} is none of {given}"
    elif origin in (Union, UnionType):
        if all(any(faults(value, each, where)) for each in given):
            yield f"{where}: {value!r} is none of {given}"
    elif origin is tuple and given[-1] is not Ellipsis:
        if not isinstance(value, list) or len(value) != len(given):
            yield f"{where}: {value!r} is no list of {len(given)}"
            return
        for place, (each, its) in enumerate(zip(value, given)):
            yield from faults(each, its, f"{where}[{place}]")
    elif origin in (list, tuple, Sequence):
        if not isinstance(value, list):
            yield f"{where}: {value!r} is no list"
            return
        for place, each in enumerate(value):
            yield from faults(each, given[0], f"{where}[{place}]")
    elif origin is not None and issubclass(origin, Mapping):
        whole = origin is not dict and get_origin(given[0]) is Literal
        if whole and set(get_args(given[0])) != set(value):
            yield f"{where} has {set(value)} of {given[0]}"
        for key, each in value.items():
            yield from faults(key, given[0], f"{where}: key")
            yield from faults(each, given[1], f"{where}.{key}")
    else:
        assert is_typeddict(kind) or is_dataclass(kind), f"{where}: {kind}"
        yield from field_faults(value, kind, where)


def field_faults(value: Any, kind: Any, where: str, some: bool = False) -> Iterator[str]:
    """The same field by field; `some` of them may be missing."""
    if not isinstance(value, dict):
        yield f"{where}: {value!r} is no object"
        return
    known = list(fields_of(kind))
    if unknown := set(value) - {name for name, _, _ in known}:
        yield f"{where} has {unknown}"
    for name, its, optional in known:
        if name in value:
            yield from faults(value[name], its, f"{where}.{name}")
        elif not (optional or some):
            yield f"{where} lacks {name}"


def header_faults(header: dict[str, Any]) -> Iterator[str]:
    values = dict(header)
    kind = values.pop("kind")
    del values["columns"], values["reply_to"]
    if kind == "view":
        del values["revision"]
        state, view = dict(values.pop("state")), dict(values.pop("view"))
        for room, shapes in ROOMS.items():
            if room in state:
                yield from faults(state.pop(room), shapes.choice, f"state.{room}")
            if room in view:
                yield from faults(view.pop(room), shapes.view, room)
        yield from field_faults({**state, "rooms": {}}, State, "state")
        yield from field_faults(view, FlatParts, "view", some=True)
    elif kind == "news":
        yield from faults(values.pop("news"), NEWS[values.pop("about")], "news")
    else:
        yield from faults(values, KINDS[kind], kind)
        values = {}
    yield from values


@pytest.mark.parametrize("name", HEADERS)
def test_golden_frames_have_the_shape_of_their_kind(name: str) -> None:
    assert list(header_faults(HEADERS[name])) == []


def test_a_frame_of_another_shape_is_noticed() -> None:
    header = HEADERS["hits"]
    assert list(header_faults({**header, "count": "3"}))
    assert list(header_faults({**header, "more": 1}))
    assert list(header_faults({key: header[key] for key in header if key != "word"}))


def test_there_is_a_golden_frame_of_every_kind_and_every_part_of_the_view() -> None:
    assert {header["kind"] for header in HEADERS.values()} == {"view", "news", *KINDS}
    parts = set().union(*(header.get("view", {}) for header in HEADERS.values()))
    assert {room for room, shapes in ROOMS.items() if shapes.view is not None} <= parts
    assert set(get_type_hints(FlatParts)) <= parts
    chosen = set().union(*(header.get("state", {}) for header in HEADERS.values()))
    assert {room for room, shapes in ROOMS.items() if shapes.choice is not None} <= chosen


@pytest.mark.parametrize("room", ROOMS)
def test_all_that_a_room_sends_has_a_golden_frame(room: str) -> None:
    shapes = ROOMS[room]
    headers = list(HEADERS.values())
    sent = {
        **{kind: any(each["kind"] == kind for each in headers) for kind in shapes.frames},
        **{about: any(each.get("about") == about for each in headers) for about in shapes.news},
    }
    if shapes.view is not None:
        sent["view"] = any(room in each.get("view", {}) for each in headers)
    if shapes.choice is not None:
        sent["choice"] = any(room in each.get("state", {}) for each in headers)
    if room == "plane":
        sent["view"] = any(
            set(get_type_hints(PlaneView)) <= set(each.get("view", {})) for each in headers
        )
    assert sent
    assert [name for name, golden in sent.items() if not golden] == []


def test_every_answer_in_the_code_is_of_a_known_kind() -> None:
    """A view kind that is in no registry would have neither a type for the page nor a frame."""
    calls = [
        node
        for path in sorted(Path(session.__file__).parent.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "View" and node.args
    ]
    kinds = {node.args[0].value for node in calls if isinstance(node.args[0], ast.Constant)}
    assert len(kinds) > 40
    assert kinds - set(KINDS) - set(ROOMS) - {"view"} == set()


@cache
def frames_of(scene: str) -> Mapping[str, bytes]:
    return SCENES[scene]()


def test_every_golden_frame_is_made_by_a_scene() -> None:
    made = [name for scene in SCENES for name in frames_of(scene)]
    assert len(made) == len(set(made))
    assert set(made) == set(HEADERS) == {path.stem for path in GOLDEN.glob("*.json")} - {"actions"}


@pytest.mark.parametrize("scene", SCENES)
def test_a_session_answers_with_the_golden_frames(scene: str) -> None:
    for name, frame in frames_of(scene).items():
        header, columns = decode_frame(frame)
        golden, values = decode_frame((GOLDEN / f"{name}.bin").read_bytes())
        assert list(differences(header, golden, name)) == []
        for key, column in columns.items():
            np.testing.assert_allclose(column, values[key], rtol=1e-4, atol=1e-5)


def differences(ours: Any, golden: Any, where: str) -> Iterator[str]:
    """Where two values of JSON differ by more than rounding."""
    if isinstance(ours, dict) and isinstance(golden, dict):
        if list(ours) != list(golden):
            yield f"{where}: {list(ours)} and not {list(golden)}"
        for key in set(ours) & set(golden):
            yield from differences(ours[key], golden[key], f"{where}.{key}")
    elif isinstance(ours, list) and isinstance(golden, list):
        if len(ours) != len(golden):
            yield f"{where}: {len(ours)} and not {len(golden)}"
        for place, (one, other) in enumerate(zip(ours, golden)):
            yield from differences(one, other, f"{where}[{place}]")
    elif isinstance(ours, float) and isinstance(golden, int | float):
        if not math.isclose(ours, golden, rel_tol=1e-6, abs_tol=1e-9):
            yield f"{where}: {ours} and not {golden}"
    elif ours != golden:
        yield f"{where}: {ours!r} and not {golden!r}"


def test_every_action_belongs_to_one_room_or_to_none() -> None:
    listed = [*SHARED_ACTIONS, *(action for room in ROOMS.values() for action in room.actions)]
    assert len(listed) == len(set(listed))
    assert set(listed) == set(ACTIONS.values())


@pytest.mark.parametrize("name", generated())
def test_the_types_of_the_page_are_up_to_date(name: str) -> None:
    text = (FOLDER / f"{name}.ts").read_text(encoding="utf-8")
    assert text == generated()[name], "run: make wire-types"


def test_golden_actions_have_all_fields_of_their_kind() -> None:
    for message in json.loads((GOLDEN / "actions.json").read_text()):
        action = ACTIONS[message["action"]]
        assert {each.name for each in fields(action)} == set(message) - {"id", "action"}
