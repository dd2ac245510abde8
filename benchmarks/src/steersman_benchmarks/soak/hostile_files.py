"""Data files made to crash, hang or fill the memory of their reader."""

from __future__ import annotations

import gzip
import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_SELF, getrusage

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from steersman.errors import SteersmanError
from steersman.session import Session
from steersman.session.data.actions import LoadFile, OpenFile
from steersman.session.datasets.placeholder import placeholder_dataset
from steersman_benchmarks.soak.registry import SoakRow

ROWS = 40
MOST_MEGABYTES = 500


def hostile_files(folder: Path, count: int, rng: np.random.Generator) -> SoakRow:
    """Open and load each file in one session: a sentence or a data set, and the session goes on."""
    session, faults, codes = Session(placeholder_dataset()), list[str](), dict[str, int]()
    before = getrusage(RUSAGE_SELF).ru_maxrss
    for number in range(count):
        path = hostile_file(folder, number, rng)
        try:
            session.perform(OpenFile(str(path)))
            session.perform(LoadFile())
            code = "loaded"
        except SteersmanError as error:
            code = error.code
        except Exception as error:  # noqa: BLE001  (this is what is looked for)
            code = "bug"
            faults.append(f"{path.name}: {type(error).__name__} {str(error)[:200]}")
        codes[code] = codes.get(code, 0) + 1
        path.unlink()
    grown = (getrusage(RUSAGE_SELF).ru_maxrss - before) / 1024
    if grown > MOST_MEGABYTES:
        faults.append(f"the memory of the session grew by {grown:.0f} MB")
    common = ", ".join(f"{code} {n}" for code, n in sorted(codes.items(), key=lambda x: -x[1])[:6])
    return SoakRow("data files", count, tuple(faults), f"{common}; {grown:.0f} MB more memory")


def hostile_file(folder: Path, number: int, rng: np.random.Generator) -> Path:
    """A file that is bad by design, or a good one of which some bytes are others."""
    designs = sorted(DESIGNS)
    if number % 3 == 0:
        name = designs[number // 3 % len(designs)]
        return DESIGNS[name](folder / name)
    formats = sorted(FORMATS)
    name = formats[number % len(formats)]
    content = bytearray(FORMATS[name]())
    for _ in range(int(rng.integers(1, 30))):
        content[rng.integers(len(content))] = int(rng.integers(256))
    if rng.random() < 0.3:
        del content[int(rng.integers(len(content))) :]
    path = folder / f"file{number}{name}"
    path.write_bytes(content)
    return path


def lines(separator: str = ",") -> str:
    rows = [separator.join(["text", "size", "kind"])]
    rows += [separator.join([f"the ship {n}", f"{n}.5", "ab"[n % 2]]) for n in range(ROWS)]
    return "\n".join(rows)


def json_lines() -> str:
    return "\n".join(json.dumps({"text": f"ship {n}", "kind": "ab"[n % 2]}) for n in range(ROWS))


def parquet(**columns: object) -> bytes:
    sink = io.BytesIO()
    made = columns or {"size": np.arange(ROWS), "kind": ["ab"[n % 2] for n in range(ROWS)]}
    pq.write_table(pa.table(made), sink)
    return sink.getvalue()


def arff() -> str:
    head = "@relation r\n@attribute size numeric\n@attribute kind {a,b}\n@data\n"
    return head + "\n".join(f"{n},{'ab'[n % 2]}" for n in range(ROWS))


def svmlight() -> str:
    return "\n".join(f"{n % 2} {n % 7 + 1}:1.5 {n % 5 + 9}:2" for n in range(ROWS))


FORMATS: dict[str, Callable[[], bytes]] = {
    ".csv": lambda: lines().encode(),
    ".tsv": lambda: lines("\t").encode(),
    ".csv.gz": lambda: gzip.compress(lines().encode()),
    ".jsonl": lambda: json_lines().encode(),
    ".json": lambda: json.dumps([json.loads(each) for each in json_lines().split("\n")]).encode(),
    ".parquet": parquet,
    ".arff": lambda: arff().encode(),
    ".svmlight": lambda: svmlight().encode(),
}


def written(content: bytes) -> Callable[[Path], Path]:
    def write(path: Path) -> Path:
        path.write_bytes(content)
        return path

    return write


def pipe(path: Path) -> Path:
    os.mkfifo(path)
    return path


def sparse(path: Path) -> Path:
    with path.open("wb") as file:
        file.truncate(20 * 2**30)
    return path


def inflating(path: Path) -> Path:
    """Two gigabytes of text in two megabytes."""
    piece = gzip.compress(b"ship,1,a\n" * 7_000_000, 1)
    with path.open("wb") as file:
        file.write(gzip.compress(b"text,size,kind\n"))
        for _ in range(32):
            file.write(piece)
    return path


def many_rows(path: Path) -> Path:
    """A hundred million rows in a few kilobytes, as every value is the same."""
    table = pa.table({"size": np.zeros(10_000_000), "kind": pa.repeat("a", 10_000_000)})
    with pq.ParquetWriter(path, table.schema) as writer:
        for _ in range(10):
            writer.write_table(table)
    return path


DESIGNS: dict[str, Callable[[Path], Path]] = {
    "pipe.csv": pipe,
    "sparse.csv": sparse,
    "sparse.parquet": sparse,
    "inflating.csv.gz": inflating,
    "empty.csv": written(b""),
    "zeros.csv": written(bytes(100_000)),
    "line.csv": written(b"a" * 30_000_000),
    "cell.csv": written(b'a,b\n"' + b"x" * 30_000_000 + b'",1\n'),
    "quote.csv": written(b'a,b\n"' + b"x,1\n" * 100_000),
    "wide.csv": written(b",".join(b"c%d" % n for n in range(150_000)) + b"\n"),
    "deep.jsonl": written(b'{"a":' * 60_000 + b"1" + b"}" * 60_000),
    "deep.json": written(b"[" * 200_000),
    "keys.jsonl": written(
        b"\n".join(b'{"k%d": 1, "kind": "a"}' % n for n in range(20_000)),
    ),
    "names.csv": written(b"a,a,a\n" + b"1,2,x\n" * 10),
    "blanks.arff": written(b"@relation r\n@attribute a {" + b" " * 300_000 + b"}\n@data\n1\n"),
    "far.svmlight": written(b"1 2000000000:1\n0 5:2\n"),
    "infinite.csv": written(b"size,kind\n" + b"inf,a\nnan,b\n1e400,a\n-1e308,b\n" * 10),
    "rows.parquet": many_rows,
    "lists.parquet": written(parquet(a=[[[[1]]]] * 5, kind=list("ababa"))),
    "tail.parquet": written(b"PAR1" + b"\xff" * 1000 + b"\xff\xff\xff\x7fPAR1"),
    "not.xlsx": written(b"PK\3\4" + bytes(range(256)) * 10),
    "surrogate.jsonl": written(b'{"text": "\\ud800", "kind": "\\udfff"}\n' * 20),
}
