"""The one record of reading options, and what is made of its fields."""

from __future__ import annotations

import inspect
from dataclasses import fields, replace
from pathlib import Path
from typing import get_type_hints

import pytest
from tests.errors import raises

from steersman.data import load, sniff
from steersman.data.raw_chunks import raw_chunks
from steersman.data.raw_tables import raw_table
from steersman.data.read_options import ReadKeywords, ReadOptions

NAMES = [field.name for field in fields(ReadOptions)]


def test_the_keywords_are_the_fields() -> None:
    assert list(ReadKeywords.__annotations__) == NAMES
    keywords, options = get_type_hints(ReadKeywords), get_type_hints(ReadOptions)
    looser = {name for name in NAMES if keywords[name] != options[name]}
    assert looser == {"drop", "roles", "rename_classes", "zeros_missing", "vectors"}


@pytest.mark.parametrize("function", [load, sniff, raw_table])
def test_help_shows_every_option(function: object) -> None:
    taken = inspect.signature(function).parameters
    assert [name for name in taken if name in NAMES] == NAMES
    assert all(field.metadata["help"] in function.__doc__ for field in fields(ReadOptions))


def test_given_options_make_the_same_record() -> None:
    options = ReadOptions.of(label=["a", "b"], drop=["c"], roles={"d": "date"}, header=False)
    assert ReadOptions(**options.given_options()) == options
    assert ReadOptions().given_options() == {}
    assert ReadOptions.of(roles=None) == ReadOptions()


def test_equal_options_and_no_others_have_one_key() -> None:
    options = ReadOptions(roles={"a": "label", "b": "text"}, header=True)
    assert options.key == replace(options, roles={"b": "text", "a": "label"}).key
    others = ({"header": None}, {"roles": {"a": "label"}}, {"label": "True"}, {"sheet": "a"})
    keys = {replace(options, **other).key for other in others} | {options.key}
    assert len(keys) == len(others) + 1


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("encoding", "klingon", "encoding-unknown"),
        ("delimiter", ";;", "delimiter-invalid"),
        ("delimiter", "\n", "delimiter-invalid"),
        ("decimal", ";", "decimal-unknown"),
        ("missing_labels", "guess", "option-unknown"),
        ("roles", {"a": "king"}, "role-unknown"),
        ("header", "yes", "option-invalid"),
        ("merge_labels", None, "option-invalid"),
        ("sheet", 3, "option-invalid"),
    ],
)
def test_what_no_file_could_make_possible_is_refused(option: str, value: object, code: str) -> None:
    with raises(code):
        ReadOptions(**{option: value})


def test_all_readers_detect_the_encoding_and_say_so(tmp_path: Path) -> None:
    path = tmp_path / "mail.csv"
    rows = "".join(f"{number},{'äö'[number % 2]}\n" for number in range(20))
    path.write_bytes(f"size,kind\n{rows}".encode("latin-1"))
    dataset, table = load(path, label="kind"), raw_table(str(path), label="kind")
    (chunk,) = raw_chunks(str(path), ["kind"])
    assert dataset.y.tolist() == table.y.tolist() == chunk.frame["kind"].to_list()
    assert set(dataset.y.tolist()) == set("äö")
    assert table.read_options.encoding == sniff(path).encoding == "latin-1"
    assert table.notes[0] == dataset.provenance.notes[0]
    with raises("not-decodable", encoding="utf-8"):
        raw_table(str(path), label="kind", encoding="utf-8")


def test_a_sketch_says_how_load_reads_the_same(tmp_path: Path) -> None:
    path = tmp_path / "mail.csv"
    rows = "".join(f"{number};{'äö'[number % 2]};x{number}\n" for number in range(20))
    path.write_bytes(f"size;kind;name\n{rows}".encode("latin-1"))
    read = sniff(path, roles={"kind": "label"}).read_options
    assert (read.encoding, read.delimiter, read.header) == ("latin-1", ";", True)
    assert read.roles["kind"] == "label"
    again = load(path, **read.given_options())
    assert again.provenance.read_options == read
    assert again.ids[:2] == ("x0", "x1")
