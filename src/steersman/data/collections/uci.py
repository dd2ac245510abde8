"""The tables of the UCI repository: from its own files to ours, which name their columns."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from steersman.data.collections.archives import Members
from steersman.data.formats.delimited import frame_of_delimited
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError


@dataclass(frozen=True)
class Table:
    """A file without names: `columns` in our order, `arranged` puts a row of theirs into it."""

    file: str
    columns: tuple[str, ...]
    expected: Mapping[str, int]
    arranged: Callable[[list[str]], list[str]] = list
    names_file: str = ""

    @property
    def label(self) -> str:
        return self.columns[-1]


def numbered_columns(prefix: str, count: int) -> tuple[str, ...]:
    return tuple(f"{prefix}{number:02d}" for number in range(1, count + 1))


def nucleotide_cells(cells: list[str]) -> list[str]:
    """Class, name, sequence to name, one nucleotide a column, class."""
    return [cells[1], *cells[2], cells[0]]


NUCLEOTIDES = tuple(f"p{place:+d}" for place in (*range(-30, 0), *range(1, 31)))

TABLES = {
    "spambase": Table(
        "spambase.data",
        (*numbered_columns("feature", 57), "spam"),
        {"rows": 4_601, "0": 2_788, "1": 1_813},
        names_file="spambase.names",
    ),
    "ionosphere": Table(
        "ionosphere.data",
        (*numbered_columns("a", 34), "class"),
        {"rows": 351, "g": 225, "b": 126},
    ),
    "sonar": Table(
        "sonar.all-data",
        (*numbered_columns("band", 60), "class"),
        {"rows": 208, "M": 111, "R": 97},
    ),
    "bupa": Table(
        "bupa.data",
        ("mcv", "alkphos", "sgpt", "sgot", "gammagt", "drinks", "selector"),
        {"rows": 345, "1": 145, "2": 200},
    ),
    "splice": Table(
        "splice.data",
        ("instance", *NUCLEOTIDES, "class"),
        {"rows": 3_190, "EI": 767, "IE": 768, "N": 1_655},
        arranged=nucleotide_cells,
    ),
    "iris": Table(
        "iris.data",
        ("sepal_length", "sepal_width", "petal_length", "petal_width", "class"),
        {"rows": 150, "Iris-setosa": 50, "Iris-versicolor": 50, "Iris-virginica": 50},
    ),
}


def member(members: Members, name: str) -> bytes:
    """The file called `name` in any folder of the archive."""
    for path, content in members.items():
        if PurePosixPath(path).name == name:
            return content
    raise SteersmanError(
        f"{name} is missing from the download, which contains "
        f"{', '.join(sorted(members)[:10]) or 'nothing'}",
        todo="try again later; the download may have moved",
        code="download-unexpected",
        file=name,
    )


def table_file(table: Table, members: Members, path: Path) -> None:
    """Write the table as compressed CSV with a header; equal input gives equal bytes."""
    columns = table.columns
    if table.names_file:
        columns = (*declared_names(member(members, table.names_file)), table.label)
    lines = [",".join(columns)]
    for number, cells in rows(member(members, table.file)):
        arranged = table.arranged(cells)
        if len(arranged) != len(columns):
            raise SteersmanError(
                f"line {number} of {table.file} has {len(arranged)} columns, expected "
                f"{len(columns)}",
                todo="download it again",
                code="row-ragged",
                file=table.file,
                line=number,
                came=len(arranged),
                expected=len(columns),
            )
        lines.append(",".join(arranged))
    text = "\n".join(lines) + "\n"
    # Without a time stamp, so that equal input gives equal bytes.
    path.write_bytes(gzip.compress(text.encode("utf-8"), mtime=0))


def rows(content: bytes) -> Iterator[tuple[int, list[str]]]:
    """Line numbers and cells of the lines that hold data; a semicolon starts a comment."""
    for number, line in enumerate(content.decode("latin-1").splitlines(), start=1):
        if line.strip() and not line.startswith(";"):
            yield number, [cell.strip() for cell in line.split(",")]


def declared_names(content: bytes) -> list[str]:
    """The attribute names in a .names file: lines such as `word_freq_make: continuous.`"""
    return re.findall(r"^(\S+):\s+continuous\.", content.decode("latin-1"), flags=re.MULTILINE)


def table_contents(table: Table, path: Path) -> dict[str, int]:
    """How many rows our file has, in all and of each class."""
    labels = frame_of_delimited(path, ReadOptions(delimiter=","))[table.label].to_list()
    return {"rows": len(labels)} | Counter(str(label) for label in labels)
