"""Values as JSON and buffers, and back: only known types are built, and no code is run.

Arrays are buffers of their own. An object is the name of its class and the values of its fields;
its class must be one of ours, an estimator of scikit-learn, or one of a few that are listed. Parts
that are shared stay shared.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csc_matrix, csr_matrix

OWN = "steersman."
BUILT_BY_CALL = (
    "numpy.random.mtrand.RandomState",
    "sklearn.tree._tree.Tree",
    "sklearn.neighbors._kd_tree.KDTree",
    "sklearn.metrics._dist_metrics.EuclideanDistance64",
    "sklearn._loss._loss.CyHalfBinomialLoss",
    "sklearn._loss._loss.CyHalfMultinomialLoss",
)
"""Types in compiled code, which only their own constructor can build."""
PLAIN_FOREIGN = (
    "sklearn._loss.link.Interval",
    "sklearn._loss.link.LogitLink",
    "sklearn._loss.link.MultinomialLogit",
    "sklearn._loss.loss.HalfBinomialLoss",
    "sklearn._loss.loss.HalfMultinomialLoss",
    "sklearn.ensemble._hist_gradient_boosting.predictor.TreePredictor",
)
Buffer = bytes | memoryview
SPARSE = {"csr": csr_matrix, "csc": csc_matrix}


class UnsupportedValueError(TypeError):
    """A value of a type that is not carried between processes."""


class ValueWriter:
    """Turns values into plain JSON, and their arrays into buffers."""

    def __init__(self) -> None:
        self.buffers: list[Buffer] = []
        # Kept alive with their numbers: an id is only unique while its object lives.
        self.seen: dict[int, tuple[int, object]] = {}

    def note(self, value: object) -> None:
        self.seen[id(value)] = (len(self.seen), value)

    def buffer(self, content: Buffer) -> int:
        self.buffers.append(content)
        return len(self.buffers) - 1

    def write(self, value: Any) -> Any:
        """The value as JSON: itself where that is plain, else a list that begins with a tag."""
        if value is None or type(value) in (bool, int, float, str):
            return value
        if id(value) in self.seen:
            return ["ref", self.seen[id(value)][0]]
        kind = type(value)
        writer = WRITERS.get(kind)
        if writer is not None:
            return writer(self, value)
        if isinstance(value, Path):
            return ["path", str(value)]
        if isinstance(value, slice):
            return ["slice", *(self.write(each) for each in (value.start, value.stop, value.step))]
        if kind.__module__ == "pyarrow.lib":
            return self.write_table(value) if kind.__name__ == "Table" else self.write_column(value)
        if isinstance(value, type) and issubclass(value, np.generic):
            return ["type", np.dtype(value).str]
        if isinstance(value, np.dtype):
            return ["dtype", value.str]
        if isinstance(value, np.random.Generator) and isinstance(
            value.bit_generator, np.random.PCG64
        ):
            return ["generator", self.write(value.bit_generator.state)]
        if isinstance(value, np.generic):
            return ["number", value.dtype.str, self.buffer(value.tobytes())]
        return self.write_object(value, qualified_name(kind))

    def write_list(self, value: list[Any]) -> Any:
        self.note(value)
        return ["list", self.items(value)]

    def write_tuple(self, value: tuple[Any, ...]) -> Any:
        return ["tuple", self.items(value)]

    def items(self, values: Sequence[Any]) -> list[Any]:
        # Thousands of names of rows and features are written in one go.
        if all(type(each) is str for each in values):
            return list(values)
        return [self.write(each) for each in values]

    def write_dict(self, value: dict[Any, Any]) -> Any:
        self.note(value)
        return ["dict", self.items(list(value)), self.items(list(value.values()))]

    def write_set(self, value: set[Any] | frozenset[Any]) -> Any:
        return [type(value).__name__, self.items(list(value))]

    def write_bytes(self, value: bytes) -> Any:
        return ["bytes", self.buffer(value)]

    def write_array(self, value: np.ndarray[Any, Any]) -> Any:
        if value.dtype == object:
            written: list[Any] = ["objects", list(value.shape), self.items(value.ravel().tolist())]
        else:
            order = "F" if value.flags.f_contiguous and not value.flags.c_contiguous else "C"
            flat = np.ascontiguousarray(value.T if order == "F" else value)
            content = self.buffer(flat.reshape(-1).view(np.uint8).data if flat.size else b"")
            written = ["array", dtype_parts(value.dtype), list(value.shape), order, content]
        self.note(value)
        return written

    def write_sparse(self, value: csr_matrix | csc_matrix) -> Any:
        parts = [self.write(part) for part in (value.data, value.indices, value.indptr)]
        self.note(value)
        return [value.format, list(value.shape), *parts]

    def write_table(self, value: Any) -> Any:
        import pyarrow as pa

        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, value.schema) as stream:
            stream.write_table(value)
        return ["table", self.buffer(sink.getvalue())]

    def write_column(self, value: Any) -> Any:
        import pyarrow as pa

        return ["column", self.write(pa.table({"": value}))]

    def write_object(self, value: Any, name: str) -> Any:
        if name in BUILT_BY_CALL:
            build, arguments, *more = value.__reduce__()
            state = value.get_state(legacy=False) if name.endswith("RandomState") else more[:1]
            # Others than these are built by a function of their module, without arguments.
            given = tuple(arguments) if build is type(value) else ()
            written = ["call", name, self.write(given), self.write(state)]
            self.note(value)
            return written
        if isinstance(value, Enum):
            checked_member(name, type(value))
            return ["member", name, value.name]
        if isinstance(value, tuple):
            checked_tuple(name, type(value))
            return ["named", name, self.items(value)]
        if name == "narwhals.dataframe.DataFrame":
            return ["frame", self.write(value.to_native())]
        checked_class(name, type(value))
        # What an object does not save of itself, such as training rows, is not carried either.
        state = value.__getstate__() or {}
        if not isinstance(state, dict):
            raise UnsupportedValueError(f"{name} has parts that are not carried between processes")
        state = {field: part for field, part in state.items() if field != "_sklearn_version"}
        self.note(value)
        return ["object", name, self.items(list(state)), self.items(list(state.values()))]


def qualified_name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def checked_class(name: str, kind: object) -> type:
    """The class, if its objects may be built from their fields."""
    from sklearn.base import BaseEstimator

    known = isinstance(kind, type) and (
        name.startswith(OWN)
        or (name.startswith("sklearn.") and issubclass(kind, BaseEstimator))
        or name in PLAIN_FOREIGN
    )
    # A constructor of its own could do anything.
    if not isinstance(kind, type) or not known or has_constructor(kind):
        raise UnsupportedValueError(f"{name} is not carried between processes")
    return kind


def dtype_parts(dtype: np.dtype[Any]) -> Any:
    """A type of array elements as JSON; that of records with the place of each field."""
    if dtype.fields is None:
        return dtype.str
    places = [dtype.fields[name] for name in dtype.names or ()]
    return {
        "names": list(dtype.names or ()),
        "formats": [place[0].str for place in places],
        "offsets": [place[1] for place in places],
        "itemsize": dtype.itemsize,
    }


def has_constructor(kind: type) -> bool:
    """Whether a class, or one that it is made from, builds its objects itself."""
    return any("__new__" in vars(each) for each in kind.__mro__[:-1])


def checked_tuple(name: str, kind: object) -> type[tuple[Any, ...]]:
    """The class, if it is a tuple of ours with named places."""
    if not (name.startswith(OWN) and isinstance(kind, type) and issubclass(kind, tuple)):
        raise UnsupportedValueError(f"{name} is not carried between processes")
    return kind


def checked_member(name: str, kind: object) -> type[Enum]:
    """The class, if it is an enumeration of ours."""
    if not (name.startswith(OWN) and isinstance(kind, type) and issubclass(kind, Enum)):
        raise UnsupportedValueError(f"{name} is not carried between processes")
    return kind


class ValueReader:
    """Builds the values that a `ValueWriter` wrote."""

    def __init__(self, buffers: Sequence[memoryview]) -> None:
        self.buffers = buffers
        self.seen: list[Any] = []

    def read(self, written: Any) -> Any:
        """The value of a piece of JSON."""
        if not isinstance(written, list):
            return written
        tag, *parts = written
        return READERS[tag](self, *parts)

    def remember(self, value: Any) -> Any:
        self.seen.append(value)
        return value

    def items(self, written: list[Any]) -> list[Any]:
        return [each if type(each) is str else self.read(each) for each in written]

    def read_ref(self, number: int) -> Any:
        return self.seen[number]

    def read_list(self, items: list[Any]) -> list[Any]:
        found: list[Any] = self.remember([])
        found.extend(self.items(items))
        return found

    def read_dict(self, keys: list[Any], values: list[Any]) -> dict[Any, Any]:
        found: dict[Any, Any] = self.remember({})
        found.update(zip(self.items(keys), self.items(values), strict=True))
        return found

    def read_array(
        self, kind: Any, shape: list[int], order: str, place: int
    ) -> np.ndarray[Any, Any]:
        dtype = np.dtype(kind)
        if dtype.hasobject:
            raise UnsupportedValueError("an array of objects has no buffer")
        flat = np.frombuffer(self.buffers[place], dtype=np.uint8).view(dtype)
        rows = shape[::-1] if order == "F" else shape
        found = flat.reshape(rows)
        value: np.ndarray[Any, Any] = self.remember(found.T if order == "F" else found)
        return value

    def read_objects(self, shape: list[int], items: list[Any]) -> np.ndarray[Any, Any]:
        found = np.empty(len(items), dtype=object)
        for place, each in enumerate(self.items(items)):
            found[place] = each
        value: np.ndarray[Any, Any] = self.remember(found.reshape(shape))
        return value

    def read_sparse(self, format: str, shape: list[int], *parts: Any) -> Any:
        data, indices, indptr = (self.read(part) for part in parts)
        found = SPARSE[format]((data, indices, indptr), shape=tuple(shape), copy=False)
        # Indices out of range would send compiled code out of its arrays.
        found.check_format(full_check=True)
        return self.remember(found)

    def read_number(self, kind: str, place: int) -> Any:
        return np.frombuffer(self.buffers[place], dtype=np.dtype(kind))[0]

    def read_generator(self, state: Any) -> np.random.Generator:
        bits = np.random.PCG64()
        bits.state = self.read(state)
        return np.random.Generator(bits)

    def read_table(self, place: int) -> Any:
        import pyarrow as pa

        with pa.ipc.open_stream(pa.py_buffer(self.buffers[place])) as stream:
            found = stream.read_all()
        found.validate(full=True)
        return found

    def read_frame(self, table: Any) -> Any:
        import narwhals as nw

        return nw.from_native(self.read(table), eager_only=True)

    def read_call(self, name: str, arguments: Any, state: Any) -> Any:
        if name not in BUILT_BY_CALL:
            raise UnsupportedValueError(f"{name} is not built from its arguments")
        kind, given, state = class_named(name), self.read(arguments), self.read(state)
        found = (
            kind(*given) if given or "RandomState" in name or "Cy" in name else kind.__new__(kind)
        )
        if name.endswith("RandomState"):
            found.set_state(state)
        elif state:
            found.__setstate__(state[0])
        return self.remember(found)

    def read_named(self, name: str, items: list[Any]) -> Any:
        kind = checked_tuple(name, class_named(name))
        return tuple.__new__(kind, self.items(items))

    def read_member(self, name: str, member: str) -> Enum:
        return checked_member(name, class_named(name))[member]

    def read_object(self, name: str, fields: list[str], values: list[Any]) -> Any:
        kind = checked_class(name, class_named(name))
        found = self.remember(object.__new__(kind))
        for field, value in zip(fields, self.items(values), strict=True):
            # Frozen dataclasses refuse assignments.
            object.__setattr__(found, field, value)
        return found


def class_named(name: str) -> Any:
    module, _, kind = name.rpartition(".")
    if not name.startswith((OWN, "sklearn.", "numpy.random.")):
        raise UnsupportedValueError(f"{name} is not carried between processes")
    return getattr(import_module(module), kind)


WRITERS: Mapping[Any, Any] = {
    list: ValueWriter.write_list,
    tuple: ValueWriter.write_tuple,
    dict: ValueWriter.write_dict,
    set: ValueWriter.write_set,
    frozenset: ValueWriter.write_set,
    bytes: ValueWriter.write_bytes,
    np.ndarray: ValueWriter.write_array,
    csr_matrix: ValueWriter.write_sparse,
    csc_matrix: ValueWriter.write_sparse,
}
READERS: Mapping[str, Callable[..., Any]] = {
    "ref": ValueReader.read_ref,
    "list": ValueReader.read_list,
    "tuple": lambda reader, items: tuple(reader.items(items)),
    "set": lambda reader, items: set(reader.items(items)),
    "frozenset": lambda reader, items: frozenset(reader.items(items)),
    "dict": ValueReader.read_dict,
    "bytes": lambda reader, place: bytes(reader.buffers[place]),
    "path": lambda _reader, path: Path(path),
    "type": lambda _reader, kind: np.dtype(kind).type,
    "dtype": lambda _reader, kind: np.dtype(kind),
    "slice": lambda reader, *ends: slice(*(reader.read(each) for each in ends)),
    "number": ValueReader.read_number,
    "generator": ValueReader.read_generator,
    "array": ValueReader.read_array,
    "objects": ValueReader.read_objects,
    "csr": lambda reader, *parts: reader.read_sparse("csr", *parts),
    "csc": lambda reader, *parts: reader.read_sparse("csc", *parts),
    "table": ValueReader.read_table,
    "column": lambda reader, table: reader.read(table).column(0),
    "frame": ValueReader.read_frame,
    "call": ValueReader.read_call,
    "object": ValueReader.read_object,
    "named": ValueReader.read_named,
    "member": ValueReader.read_member,
}


def packed_value(value: object) -> list[Buffer]:
    """The value as buffers, of which the first is JSON.

    >>> import numpy as np
    >>> from pathlib import Path
    >>> value = {"rows": np.arange(3), "file": Path("a.csv"), "classes": ("ham", "spam")}
    >>> unpacked_value(packed_value(value))
    {'rows': array([0, 1, 2]), 'file': PosixPath('a.csv'), 'classes': ('ham', 'spam')}
    """
    writer = ValueWriter()
    written = json.dumps(writer.write(value)).encode("ascii")
    return [written, *writer.buffers]


def unpacked_value(buffers: Sequence[Buffer]) -> Any:
    """The value in buffers; an error where they hold anything but known types."""
    views = [memoryview(each) for each in buffers[1:]]
    return ValueReader(views).read(json.loads(bytes(buffers[0])))
