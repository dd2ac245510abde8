"""The formats that can be read: one record each, which all readers of files consult.

A new format is a module beside this one and an entry of `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from steersman.data.columns.kinds import Frame
from steersman.data.columns.named_columns import ColumnChoice
from steersman.data.counting import Counter
from steersman.data.dataset import Dataset, Provenance
from steersman.data.files.file_signatures import signature_hint
from steersman.data.files.lines import (
    LONGEST_MARK,
    check_file,
    checked_text,
    file_digest,
    first_bytes,
)
from steersman.data.formats.arff import frame_of_arff, sample_of_arff
from steersman.data.formats.delimited import (
    blocks_of_delimited,
    detected_delimited,
    frame_of_delimited,
    sample_of_delimited,
)
from steersman.data.formats.excel import frame_of_excel, sample_of_excel
from steersman.data.formats.folders import dataset_of_folder, sample_of_folder
from steersman.data.formats.hugging_face import (
    digest_of_hugging_face,
    frame_of_hugging_face,
    is_hugging_face,
)
from steersman.data.formats.jsonlines import (
    blocks_of_json,
    digest_of_json,
    frame_of_json,
    sample_of_json,
)
from steersman.data.formats.parquet import (
    blocks_of_parquet,
    frame_of_parquet,
    sample_of_parquet,
)
from steersman.data.formats.samples import SAMPLE_ROWS, Sample
from steersman.data.formats.svmlight import dataset_of_svmlight, sample_of_svmlight
from steersman.data.read_options import ReadOptions, Role
from steersman.errors import SteersmanError
from steersman.tasks import Task

Detected = tuple[ReadOptions, tuple[str, ...]]


def digest_of_bytes(path: Path, options: ReadOptions, task: Task) -> str:  # noqa: ARG001
    """The SHA-256 of a file as it is."""
    return file_digest(path, task)


def digest_of_text(path: Path, options: ReadOptions, task: Task) -> str:
    """The SHA-256 of a file whose text is sane from end to end."""
    return checked_text(path, options.text_encoding, task)


def no_digest(path: Path, options: ReadOptions, task: Task) -> str:  # noqa: ARG001
    """Nothing: the digest is taken while the files of a folder are read."""
    return ""


def nothing_detected(path: Path, options: ReadOptions, named: Collection[str] = ()) -> Detected:  # noqa: ARG001
    """The options as they are: the file says by itself what its columns are."""
    return options, ()


@dataclass(frozen=True)
class Format:
    """How one format is recognized and read.

    `read` gives the table in a file, or `read_dataset` a whole data set where the format says what
    is the label; its columns then have `fixed_roles`. `blocks` reads some rows at a time, and
    `sample` the first ones, where this is possible without the rest. `detect` completes the
    options by what the file shows of itself. `digest` checks the bytes on its way; where
    `read_unchecked`, they may be read before it has ended. A file of a format with `signatures`
    begins with one of them.
    """

    name: str
    label: str
    suffixes: tuple[str, ...] = ()
    read: Callable[[Path, ReadOptions, Task], Frame] | None = None
    read_dataset: (
        Callable[[Path, ReadOptions, Provenance, Counter | None, Task], Dataset] | None
    ) = None
    sample: Callable[[Path, ReadOptions, Task], Sample] | None = None
    blocks: Callable[[Path, ReadOptions, ColumnChoice, int], Iterator[Frame]] | None = None
    detect: Callable[[Path, ReadOptions, Collection[str]], Detected] = nothing_detected
    digest: Callable[[Path, ReadOptions, Task], str] = digest_of_text
    read_unchecked: bool = False
    has_encoding: bool = True
    may_lack_header: bool = False
    delimiter: str | None = None
    fixed_roles: Mapping[str, Role] = field(default_factory=dict)
    signatures: tuple[bytes, ...] = ()

    @property
    def is_table(self) -> bool:
        """Whether the format has columns that may play any role."""
        return self.read is not None

    def read_frame(self, path: Path, options: ReadOptions, task: Task) -> Frame:
        """The table in a file."""
        if self.read is None:
            raise TypeError(f"{self.name} is read as a data set, not as a table")
        return self.read(path, options, task)

    def read_sample(self, path: Path, options: ReadOptions, task: Task) -> Sample:
        """The first rows of a file."""
        if self.sample is not None:
            return self.sample(path, options, task)
        frame = self.read_frame(path, options, task)
        return Sample(frame.head(SAMPLE_ROWS), len(frame))

    def read_blocks(
        self, path: Path, options: ReadOptions, columns: ColumnChoice, rows: int
    ) -> Iterator[Frame]:
        """The chosen columns of a file, block by block; of some formats at once."""
        if self.blocks is not None:
            yield from self.blocks(path, options, columns, rows)
        else:
            frame = self.read_frame(path, options, Task().monotone())
            yield frame.select(columns.present(frame.columns, path.name))

    def check_signature(self, path: Path) -> None:
        """Raise an error, before any work, for a file that does not begin as its format does."""
        start = first_bytes(path, LONGEST_MARK) if self.signatures else b""
        if not start.startswith(self.signatures or b""):
            raise SteersmanError(
                f"{path.name} is not a valid {self.label} file: its first bytes are others",
                todo=signature_hint(start) or "export it again, or choose the correct format",
                code="file-malformed",
                file=path.name,
            )

    def with_defaults(self, options: ReadOptions) -> ReadOptions:
        """The options with what the format itself decides."""
        delimiter = options.delimiter or self.delimiter
        return replace(options, format=self.name, delimiter=delimiter)


DELIMITED = Format(
    "csv",
    "CSV",
    (".csv", ".txt", ".data"),
    read=frame_of_delimited,
    sample=sample_of_delimited,
    blocks=blocks_of_delimited,
    detect=detected_delimited,
    read_unchecked=True,
    may_lack_header=True,
)
JSON = Format(
    "jsonl",
    "JSON lines",
    (".jsonl", ".ndjson"),
    read=frame_of_json,
    sample=sample_of_json,
    blocks=blocks_of_json,
    digest=digest_of_json,
)
FORMATS: Mapping[str, Format] = {
    each.name: each
    for each in (
        DELIMITED,
        replace(DELIMITED, name="tsv", label="TSV", suffixes=(".tsv", ".tab"), delimiter="\t"),
        Format(
            "parquet",
            "Parquet",
            (".parquet", ".pq"),
            read=frame_of_parquet,
            sample=sample_of_parquet,
            blocks=blocks_of_parquet,
            digest=digest_of_bytes,
            has_encoding=False,
            signatures=(b"PAR1",),
        ),
        JSON,
        replace(JSON, name="json", label="JSON", suffixes=(".json",)),
        Format(
            "svmlight",
            "svmlight",
            (".svmlight", ".svm", ".libsvm"),
            read_dataset=dataset_of_svmlight,
            sample=sample_of_svmlight,
            fixed_roles={"label": "label", "pairs": "leave"},
        ),
        Format("arff", "ARFF", (".arff",), read=frame_of_arff, sample=sample_of_arff),
        Format(
            "excel",
            "Excel",
            (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"),
            read=frame_of_excel,
            sample=sample_of_excel,
            digest=digest_of_bytes,
            has_encoding=False,
            may_lack_header=True,
            signatures=(b"PK\3\4", b"\xd0\xcf\x11\xe0"),
        ),
        Format(
            "hugging-face",
            "Hugging Face",
            read=frame_of_hugging_face,
            digest=digest_of_hugging_face,
            has_encoding=False,
        ),
        Format(
            "folder",
            "folder of texts",
            read_dataset=dataset_of_folder,
            sample=sample_of_folder,
            digest=no_digest,
            has_encoding=False,
            fixed_roles={"id": "id", "label": "label", "text": "text"},
        ),
    )
}
"""Every format by its name."""


def format_of(path: Path, options: ReadOptions | None = None) -> Format:
    """The format of a file or folder that exists: as named, or by its name or contents."""
    if not path.is_dir():
        check_file(path)
    named = options is not None and options.format
    found = format_named(named) if named else format_by_name(path)
    found.check_signature(path)
    return found


def format_named(name: str) -> Format:
    """The format of that name."""
    if name not in FORMATS:
        raise SteersmanError(
            f"unknown format {name!r}",
            todo=f"choose from: {', '.join(FORMATS)}",
            code="format-unknown",
            came=name,
        )
    return FORMATS[name]


def format_by_name(path: Path) -> Format:
    """The format by the suffix of a file name, or by the contents of a folder."""
    if path.is_dir():
        return FORMATS["hugging-face" if is_hugging_face(path) else "folder"]
    suffixes = [suffix.lower() for suffix in path.suffixes]
    # data.csv.gz is a CSV file.
    suffix = next((each for each in reversed(suffixes) if each != ".gz"), "")
    for known in FORMATS.values():
        if suffix in known.suffixes:
            return known
    raise SteersmanError(
        f"cannot detect the format of {path.name}",
        todo=f"set it with format= (--format), one of: {', '.join(FORMATS)}",
        code="format-undetected",
        file=path.name,
    )
