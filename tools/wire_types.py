"""Write the page's wire types from the Python shapes: python -m tools.wire_types [--check]

One file of TypeScript for each room, one for what they share, one with the kinds of frames. With
--check nothing is written; the exit status says whether the files are up to date.

A `Mapping` with Literal keys has all of them, a `dict` some. A field of an action that has a
default may be left out. `FooValues` is called `Foo`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from steersman.session.actions import kind_name
from steersman.session.plane.choice import PlaneChoice
from steersman.session.plane.shapes import PlaneView
from steersman.session.shapes import SessionView
from steersman.session.state import State
from steersman.wire.shapes import (
    CHANNEL_FRAMES,
    KINDS,
    NEWS,
    ROOMS,
    SHARED_ACTIONS,
    SHARED_FRAMES,
    Signal,
)
from tools.wire_docs import alias_docs, doc_of, field_docs
from tools.wire_homes import SHARED, accepts_none, fields_of, home_of, homes, type_name

FOLDER = Path(__file__).parents[1] / "frontend" / "src" / "wire"
HEADER = "/** Generated from the shapes in Python by `make wire-types`: change them there. */\n"
WIDTH = 100
LISTS = {"plane": ("SplitName", "MetricName"), "lessons": ("Loss",)}
"""Aliases whose values the page wants as an array, too: SPLITS, METRICS, LOSSES."""

REEXPORTED = ("bayes", "challenge", "plane")
"""Rooms whose types the rest of the page takes from the shared file."""

COLUMNS = """\
export type Column = Float32Array | Uint32Array | Uint8Array;
export type Columns = Record<string, Column>;

export interface FrameBase {
  reply_to: number;
  columns: Columns;
}
"""
PLAIN: Mapping[object, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    object: "unknown",
    Any: "unknown",
}

KEPT = "How much the page keeps of lists of which the view has only the rest."


def main() -> int:
    """Write the files, or with --check say which of them are not up to date."""
    files = {FOLDER / f"{name}.ts": text for name, text in generated().items()}
    stale = [path for path, text in files.items() if not is_up_to_date(path, text)]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path} is not up to date; run: make wire-types", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.write_text(files[path], encoding="utf-8")
    return 0


def is_up_to_date(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


def generated() -> dict[str, str]:
    """The text of each file by its name."""
    files = {room: room_file(room) for room in ROOMS}
    kinds = "".join(f'  "{kind}",\n' for kind in sorted(["view", "news", *KINDS]))
    listing = f"export const KINDS: ReadonlySet<string> = new Set([\n{kinds}]);\n"
    return files | {SHARED: shared_file(), "kinds": f"{HEADER}\n{listing}"}


def room_file(room: str) -> str:
    """The types of one room."""
    shapes = ROOMS[room]
    file = File(room)
    for name, alias in shapes.named.items():
        file.add_alias(name, alias)
    for shape in homes()[room]:
        file.add_interface(shape)
    if shapes.frames:
        file.add_union(f"{shapes.title}Frame", file.add_frames(shapes.frames))
    if shapes.actions:
        file.add_union(f"{shapes.title}Action", [file.action(each) for each in shapes.actions])
    return file.text()


def shared_file() -> str:
    """What rooms share, the state, the view, and the unions of all frames and actions."""
    file = File(SHARED)
    file.parts += ["".join(f'export * from "./{room}";\n' for room in REEXPORTED), COLUMNS]
    for shape in homes()[SHARED]:
        file.add_interface(shape)
    file.add_state()
    file.add_view()
    names = file.add_frames({**SHARED_FRAMES, **CHANNEL_FRAMES})
    titles = {room: shapes.title for room, shapes in ROOMS.items()}
    answers = [file.foreign(f"{titles[room]}Frame", room) for room in ROOMS if ROOMS[room].frames]
    file.add_news()
    file.add_union("Frame", ["ViewFrame", "NewsFrame", *names, *answers])
    signals = [f'{{ action: "{signal}"; request?: number }}' for signal in get_args(Signal)]
    acts = [file.foreign(f"{titles[room]}Action", room) for room in ROOMS if ROOMS[room].actions]
    file.add_union("SharedAction", [file.action(each) for each in SHARED_ACTIONS])
    file.add_union("Action", ["SharedAction", *acts, *signals])
    return file.text()


class File:
    """One file of TypeScript: what it declares, and what it imports from which other."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.parts: list[str] = []
        self.imports: dict[str, set[str]] = {}

    def text(self) -> str:
        """The whole file."""
        imports = "".join(import_line(*each) for each in sorted(self.imports.items()))
        return "\n".join(part for part in (HEADER, imports, *self.parts) if part)

    def foreign(self, name: str, home: str) -> str:
        """A name that is declared in a file, imported if that is another one."""
        if home != self.name:
            self.imports.setdefault(home, set()).add(name)
        return name

    def add_alias(self, name: str, alias: Any) -> None:
        """A named type; some also as an array of its values."""
        doc = comment(alias_docs(ROOMS[self.name].shapes).get(name, ""))
        self.parts.append(doc + declared_union(name, self.spelled(alias).split(" | ")))
        if name in LISTS.get(self.name, ()):
            values = ", ".join(json.dumps(each) for each in get_args(alias))
            constant = name.removesuffix("Name").upper() + ("ES" if name.endswith("s") else "S")
            self.parts.append(f"export const {constant}: readonly {name}[] = [{values}];\n")

    def add_interface(self, shape: Any) -> None:
        """A shape as an interface."""
        self.parts.append(
            f"{comment(doc_of(shape))}export interface {type_name(shape)} {{\n"
            f"{''.join(self.members(shape))}}}\n"
        )

    def add_frames(self, frames: Mapping[str, Any]) -> list[str]:
        """Frames by their kind, and the names they have here."""
        found = []
        for kind, union in frames.items():
            for shape in get_args(union) or (union,):
                found.append(type_name(shape))
                base = self.foreign("FrameBase", SHARED)
                self.parts.append(
                    f"{comment(doc_of(shape))}export interface {found[-1]} extends {base} {{\n"
                    f'  kind: "{kind}";\n{"".join(self.members(shape))}}}\n'
                )
        return found

    def add_state(self) -> None:
        """What holds in every room, and the choice of each open room under its name."""
        held = "".join(
            f"  {name}: {self.of(kind)};\n" for name, kind, _ in fields_of(State) if name != "rooms"
        )
        chosen = "".join(
            f"  {room}{'' if shapes.choice is PlaneChoice else '?'}: {self.of(shapes.choice)};\n"
            for room, shapes in ROOMS.items()
            if shapes.choice is not None
        )
        doc = comment("What holds in every room, and what is chosen in each room that is open.")
        self.parts.append(f"{doc}export interface State {{\n{held}{chosen}}}\n")

    def add_view(self) -> None:
        """The view, put together of all rooms, and its frame."""
        parts = ", ".join(
            f"Required<{self.foreign(type_name(each), home_of(each))}>"
            for each in (SessionView, PlaneView)
        )
        members = "".join(
            f"  {room}{'' if accepts_none(shapes.view) else '?'}: {self.of(shapes.view)};\n"
            for room, shapes in ROOMS.items()
            if shapes.view is not None
        )
        doc = comment("Everything there is to see; rooms appear once they were opened.")
        self.parts += [
            f"{doc}export interface View extends {parts} {{\n{members}}}\n",
            f"{comment('The keys of the view that changed.')}"
            'export interface ViewFrame extends FrameBase {\n  kind: "view";\n  revision: number;\n'
            "  state: State;\n  view: Partial<View>;\n"
            f"{comment(KEPT, '  ')}  kept?: Record<string, Record<string, number>>;\n}}\n",
        ]

    def add_news(self) -> None:
        """What tasks under way have so far, by what it is about, and its frame."""
        members = []
        for about, shape in NEWS.items():
            name = self.of(shape)
            news = f'Omit<{name}, "kind" | keyof FrameBase>' if about in KINDS else name
            members.append(f'{{ about: "{about}"; news: {news} }}')
        doc = comment("What a task under way has so far; its answer still follows.")
        self.parts += [
            doc + declared_union("News", members),
            'export type NewsFrame = FrameBase & { kind: "news" } & News;\n',
        ]

    def add_union(self, name: str, members: list[str]) -> None:
        self.parts.append(declared_union(name, members))

    def members(self, shape: Any) -> Iterator[str]:
        """The fields of a shape, one line each."""
        docs = field_docs(shape)
        for name, kind, optional in fields_of(shape):
            line = f"  {name}{'?' if optional else ''}: {self.of(kind)};\n"
            if len(line) > WIDTH:
                raise ValueError(f"{type_name(shape)}.{name} is too wide: give its type a name")
            yield comment(docs.get(name, ""), "  ") + line

    def action(self, action: type) -> str:
        """An action as an object type, on one line if it fits."""
        required = {
            each.name
            for each in fields(action)
            if each.default is MISSING and each.default_factory is MISSING
        }
        members = [f'action: "{kind_name(action)}"']
        for name, kind, _ in fields_of(action):
            members.append(f"{name}{'' if name in required else '?'}: {self.of(kind)}")
        line = f"{{ {'; '.join(members)} }}"
        if len(f"  | {line};") <= WIDTH:
            return line
        return "{\n" + "".join(f"      {each};\n" for each in members) + "    }"

    def of(self, kind: Any) -> str:
        """A type in TypeScript, by its name where it has one."""
        for home in dict.fromkeys((self.name, *ROOMS)):
            for name, alias in ROOMS[home].named.items() if home in ROOMS else ():
                if alias == kind and (home == self.name or get_origin(kind) is Literal):
                    return self.foreign(name, home)
        return self.spelled(kind)

    def spelled(self, kind: Any) -> str:
        """The same written out."""
        origin, given = get_origin(kind), get_args(kind)
        if kind in PLAIN:
            return PLAIN[kind]
        if origin is Literal:
            return " | ".join(json.dumps(each, ensure_ascii=False) for each in given)
        if origin in (Union, UnionType):
            ordered = sorted(given, key=lambda each: each is NoneType)
            return " | ".join(self.of(each) for each in ordered)
        if origin is tuple and given[-1] is not Ellipsis:
            return f"[{', '.join(self.of(each) for each in given)}]"
        if origin in (list, tuple, Sequence):
            item = self.of(given[0])
            is_union = get_origin(given[0]) in (Union, UnionType, Literal) and " | " in item
            return f"({item})[]" if is_union else f"{item}[]"
        if origin is not None and issubclass(origin, Mapping):
            record = f"Record<{self.of(given[0])}, {self.of(given[1])}>"
            some = origin is dict and get_origin(given[0]) is Literal
            return f"Partial<{record}>" if some else record
        return self.foreign(type_name(kind), home_of(kind))


def declared_union(name: str, members: list[str]) -> str:
    """A named union, on one line if it fits."""
    line = f"export type {name} = {' | '.join(members)};\n"
    if len(line) <= WIDTH + 1 and "\n" not in line[:-1] and not members[0].startswith("{"):
        return line
    return f"export type {name} =\n" + "\n".join(f"  | {each}" for each in members) + ";\n"


def import_line(home: str, names: set[str]) -> str:
    ordered = sorted(names, key=str.lower)
    line = f'import type {{ {", ".join(ordered)} }} from "./{home}";\n'
    if len(line) <= WIDTH + 1:
        return line
    lines = "".join(f"  {name},\n" for name in ordered)
    return f'import type {{\n{lines}}} from "./{home}";\n'


def comment(text: str, indent: str = "") -> str:
    return f"{indent}/** {text} */\n" if text else ""


if __name__ == "__main__":
    sys.exit(main())
