"""Signatures of binary formats at the start of files that claim to be text."""

from __future__ import annotations

BEGINNINGS = {
    b"PK\3\4": "an Excel file or a ZIP archive: let its name end in .xlsx, or unpack it",
    b"\x1f\x8b": "a gzip file: let its name end in .gz",
    b"PAR1": "a Parquet file: let its name end in .parquet",
    b"\xd0\xcf\x11\xe0": "an old Excel file: let its name end in .xls",
    b"ARROW1": "an Arrow file: save it as Parquet",
    b"SQLite format 3": "a database: export a table of it as CSV",
    b"%PDF": "a PDF: save its table as CSV",
    b"\x89PNG": "an image: choose a file with a table",
    b"\xff\xd8\xff": "an image: choose a file with a table",
}


def signature_hint(start: bytes) -> str:
    """A hint on the binary format of a file by its first bytes; empty if none is known.

    >>> signature_hint(bytes.fromhex("1f8b08"))
    'it begins like a gzip file: let its name end in .gz'
    """
    known = next((what for mark, what in BEGINNINGS.items() if start.startswith(mark)), "")
    return f"it begins like {known}" if known else ""
