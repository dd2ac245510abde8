"""Values that were expensive to compute, in pieces that are kept once however often they occur.

A value is a tree of plain JSON over pieces: arrays, models and frozen results. A piece is named by
the digest of its content, so a forest that fifty steered models share is kept once, and is one
object again when it is read. No code is ever run: only types listed here are built, and what skops
has to build it builds under the rules of saved models. What a value shares with what it was made
from is named by its place there, and is the same object again.
"""

from __future__ import annotations

import hashlib
import io
import json
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any

import numpy as np
from numpy.lib.format import read_array, write_array
from sklearn.base import BaseEstimator
from sklearn.tree._tree import Tree
from skops.io import dumps, get_untrusted_types, loads

from steersman.errors import SteersmanError
from steersman.learn.files import TRUSTED_TYPES, check_trees

__all__ = ["Unkept", "ValueReader", "ValueWriter"]

OURS = tuple(f"steersman.{room}." for room in ("maths", "learn", "evaluate", "compare", "session"))
MOVED = {
    "cluster_fit": "clusters.fit",
    "cluster_ground": "clusters.ground",
    "data_choice": "data.choice",
}
"""Where modules of this room are now whose types projects of an earlier day name."""

PLAIN = (bool, int, float, str, type(None))
COMPRESSED, AS_IS = b"z", b"-"
WORTH_COMPRESSING = 512

Json = Any
Place = tuple[str | int, ...]


class Unkept(Exception):  # noqa: N818  (an answer: the value is computed again)
    """A value that cannot be kept, or a kept one that cannot be read."""


def type_name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def is_known(kind: type) -> bool:
    """Whether objects of this type are kept as their fields."""
    name = type_name(kind)
    theirs = name.startswith("sklearn.") and issubclass(kind, BaseEstimator)
    return name.startswith(OURS) or name in TRUSTED_TYPES or theirs


class ValueWriter:
    """Turns one value into plain JSON and pieces by digest."""

    def __init__(self, given: object = None) -> None:
        self.given = dict(places(given, ()))
        self.pieces: dict[str, bytes] = {}
        self.names: dict[int, str] = {}  # by identity: what is one object stays one
        self.held: list[object] = []  # identities hold while their objects live
        self.twins: Counter[str] = Counter()

    def plain(self, value: object) -> Json:
        """A value as JSON; whatever is not plain becomes the name of a piece."""
        if type(value) in PLAIN:
            return value
        if type(value) in (list, tuple, set, frozenset):
            return {type(value).__name__: [self.plain(each) for each in value]}  # type: ignore[attr-defined]
        if type(value) is dict:
            return {"dict": [[self.plain(key), self.plain(each)] for key, each in value.items()]}
        if isinstance(value, type) and issubclass(value, np.generic):
            return {"scalar type": value.__name__}
        if id(value) in self.given:
            return {"given": list(self.given[id(value)])}
        return {"piece": self.name(value)}

    def name(self, value: object) -> str:
        """The name of a piece: its digest, and a number where equal objects are not the same."""
        known = self.names.get(id(value))
        if known == "":
            raise Unkept(f"a {type(value).__name__} holds itself")
        if known is None:
            self.held.append(value)
            self.names[id(value)] = ""
            content = self.content(value)
            digest = hashlib.sha256(content).hexdigest()[:32]
            self.pieces[digest] = packed(content)
            known = f"{digest} {self.twins[digest]}"
            self.twins[digest] += 1
            self.names[id(value)] = known
        return known

    def content(self, value: object) -> bytes:
        """The bytes of a piece: a letter for its kind, then what it holds."""
        if isinstance(value, np.generic):
            return b"s" + array_bytes(np.asarray(value))
        if isinstance(value, np.ndarray):
            if value.dtype.hasobject:
                items = [self.plain(each) for each in value.ravel()]
                return b"o" + text([list(value.shape), items])
            return b"a" + array_bytes(value)
        kind = type(value)
        if kind is Tree:
            reduced: Any = value.__reduce__()
            _, arguments, state = reduced
            return b"t" + text([self.plain(arguments), self.plain(state)])
        if isinstance(value, tuple) and is_known(kind):
            return b"n" + text([type_name(kind), [self.plain(each) for each in value]])
        if is_known(kind) and hasattr(value, "__dict__"):
            return b"i" + text([type_name(kind), self.plain(vars(value))])
        try:
            content: bytes = dumps(value)
            foreign = set(get_untrusted_types(data=content)) - set(TRUSTED_TYPES)
        except Exception as error:
            raise Unkept(f"a {type_name(kind)} cannot be kept: {error}") from error
        if foreign:
            raise Unkept(f"{', '.join(sorted(foreign))} cannot be kept")
        return b"k" + content


class ValueReader:
    """Builds one value again; a piece that occurs twice is built once."""

    def __init__(self, piece: Callable[[str], bytes], given: object = None) -> None:
        self.piece = piece
        self.given = given
        self.built: dict[str, object] = {}

    def value(self, plain: Json) -> object:
        """The value of some JSON, or `Unkept` where anything about it is wrong."""
        try:
            built = self.of(plain)
            check_trees(built)
        except Unkept:
            raise
        except SteersmanError as error:
            raise Unkept(str(error)) from error
        except Exception as error:  # a damaged or forged piece fails in any way it likes
            raise Unkept(f"a kept value cannot be read: {error}") from error
        return built

    def of(self, plain: Json) -> Any:
        if not isinstance(plain, dict):
            return plain
        ((kind, inner),) = plain.items()
        match kind:
            case "list" | "tuple" | "set" | "frozenset":
                collection = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}
                return collection[kind](self.of(each) for each in inner)
            case "dict":
                return {self.of(key): self.of(each) for key, each in inner}
            case "scalar type":
                return np.dtype(inner).type
            case "given":
                return at_place(self.given, inner)
            case "piece":
                if inner not in self.built:
                    self.built[inner] = self.object(unpacked(self.piece(inner.split()[0])))
                return self.built[inner]
            case _:
                raise Unkept(f"a kept value has a part of the kind {kind!r}")

    def object(self, content: bytes) -> object:
        kind, body = content[:1], content[1:]
        if kind == b"a":
            return bytes_array(body)
        if kind == b"s":
            return bytes_array(body)[()]
        if kind == b"k":
            return loads(body, trusted=list(TRUSTED_TYPES))
        first, second = json.loads(body)
        if kind == b"o":
            items = np.empty(len(second), dtype=object)
            items[:] = [self.of(each) for each in second]
            return items.reshape(first)
        if kind == b"t":
            tree = Tree(*self.of(first))
            tree.__setstate__(self.of(second))
            return tree
        if kind not in (b"i", b"n"):
            raise Unkept(f"a piece is of the kind {kind!r}")
        cls = type_named(first)
        if kind == b"n":
            return tuple.__new__(cls, [self.of(each) for each in second])
        instance: object = object.__new__(cls)
        vars(instance).update(self.of(second))
        return instance


def places(value: object, place: Place) -> Iterator[tuple[int, Place]]:
    """Every object inside `value` with where it is: fields, keys and numbers on the way."""
    inner: Iterable[tuple[str | int, object]] = ()
    if isinstance(value, dict):
        inner = ((key, each) for key, each in value.items() if isinstance(key, str | int))
    elif isinstance(value, list | tuple):
        inner = enumerate(value)
    elif type(value) not in PLAIN and is_known(type(value)) and hasattr(value, "__dict__"):
        inner = vars(value).items()
    for step, each in inner:
        if type(each) not in PLAIN:
            yield from places(each, (*place, step))
    if not isinstance(value, PLAIN):
        yield id(value), place


def at_place(value: Any, place: Sequence[Any]) -> object:
    """What is at a place that `places` gave."""
    for step in place:
        value = value[step] if isinstance(value, dict | list | tuple) else vars(value)[step]
    return value


def type_named(name: str) -> type:
    """A type that may be built, by its name."""
    module, _, qualname = name.rpartition(".")
    if not module.startswith(("steersman.", "sklearn.", "scipy.sparse")):
        raise Unkept(f"{name} is not a type that is kept")
    room, _, last = module.rpartition(".")
    if room == "steersman.session":
        module = f"{room}.{MOVED.get(last, last)}"
    kind = getattr(import_module(module), qualname, None)
    if not isinstance(kind, type) or not is_known(kind):
        raise Unkept(f"{name} is not a type that is kept")
    return kind


def text(values: Json) -> bytes:
    return json.dumps(values, separators=(",", ":")).encode()


def array_bytes(values: np.ndarray[Any, Any]) -> bytes:
    stream = io.BytesIO()
    write_array(stream, values, allow_pickle=False)
    return stream.getvalue()


def bytes_array(content: bytes) -> np.ndarray[Any, Any]:
    values: np.ndarray[Any, Any] = read_array(io.BytesIO(content), allow_pickle=False)
    return values


def packed(content: bytes) -> bytes:
    if len(content) < WORTH_COMPRESSING:
        return AS_IS + content
    return COMPRESSED + zlib.compress(content, 1)


def unpacked(content: bytes) -> bytes:
    return zlib.decompress(content[1:]) if content[:1] == COMPRESSED else content[1:]
