"""The first rows of a source of data, read in the way all of it would be."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from steersman.data.files.encodings import WESTERN, check_text, seen_encoding
from steersman.data.files.lines import check_gzip
from steersman.data.formats.frames import frame_of
from steersman.data.formats.registry import Format, format_of
from steersman.data.formats.samples import SAMPLE_ROWS, Sample
from steersman.data.read_options import ReadOptions
from steersman.data.sketch import Finding
from steersman.errors import SteersmanError
from steersman.tasks import Task


def sample_of(
    source: object, options: ReadOptions, task: Task
) -> tuple[str, Format | None, Sample]:
    """The kind of a source, its format if it is a file, and its first rows."""
    if not isinstance(source, str | os.PathLike):
        frame, kind = frame_of(source)
        return kind, None, Sample(frame.head(SAMPLE_ROWS), len(frame))
    path = Path(source).expanduser()
    task.report(f"inspecting {path.name}", 0.0)
    try:
        format = format_of(path, options)
        return format.name, format, sample_of_file(path, format, options, task.part(0.0, 0.4))
    except UnicodeError as error:
        raise SteersmanError(
            f"{path.name} is not {options.text_encoding} text: {getattr(error, 'reason', error)}",
            todo="name another encoding, for example latin-1",
            code="not-decodable",
            file=path.name,
            encoding=options.text_encoding,
        ) from error
    except OSError as error:
        raise SteersmanError(
            f"{path} cannot be read: {error.strerror or error}",
            todo="check its permissions",
            code="file-unreadable",
            file=path.name,
        ) from error


def sample_of_file(path: Path, format: Format, options: ReadOptions, task: Task) -> Sample:
    """The first rows of a file; what it does not say about itself is detected from its bytes."""
    options = format.with_defaults(options)
    if not format.has_encoding:
        return format.read_sample(path, options, task)
    check_gzip(path)
    encoding = options.encoding or seen_encoding(path)
    check_text(path, encoding)
    findings = () if options.encoding else encoding_findings(encoding)
    sample = format.read_sample(path, replace(options, encoding=encoding), task)
    return replace(sample, encoding=encoding, findings=(*findings, *sample.findings))


def encoding_findings(encoding: str) -> tuple[Finding, ...]:
    """A finding where the detected encoding is not UTF-8."""
    if encoding == "utf-8":
        return ()
    return (
        Finding(
            "warning" if encoding in WESTERN else "note",
            f"the text is not UTF-8; it is read as {encoding}",
            todo="look at the accents below, and name another encoding if they are wrong",
            code="encoding-detected",
        ),
    )
