"""Reports as files: one HTML page that needs nothing else, or Markdown with its pictures."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from steersman.compare.comparison import Comparison
from steersman.compare.report import markdown_report
from steersman.data.files.atomic_files import atomic_file
from steersman.errors import SteersmanError
from steersman.learn.export import html_page

HTML_ENDINGS, MARKDOWN_ENDINGS = (".html", ".htm"), (".md", ".markdown")
EPOCH = (1980, 1, 1, 0, 0, 0)  # so that the same comparison is the same file


def html_report(comparison: Comparison) -> str:
    """One page with everything in it."""
    text, pictures = markdown_report(comparison, "pictures")
    return html_page(text, pictures={f"pictures/{name}": svg for name, svg in pictures.items()})


def zipped_report(comparison: Comparison, name: str) -> bytes:
    """The Markdown text with its pictures, in one file."""
    text, pictures = markdown_report(comparison, "pictures")
    files = {f"{name}.md": text} | {f"pictures/{each}": svg for each, svg in pictures.items()}
    target = BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(ZipInfo(path, EPOCH), content, ZIP_DEFLATED)
    return target.getvalue()


def checked_ending(path: Path) -> None:
    """Raise an error, before any work, for a file whose format is not known."""
    if path.suffix.lower() not in HTML_ENDINGS + MARKDOWN_ENDINGS:
        raise SteersmanError(
            f"unknown report format: {path.name!r}",
            todo="use a name that ends in .html or .md",
            code="bad-suffix",
            name=path.name,
        )


def write_report(comparison: Comparison, path: Path) -> list[Path]:
    """Write the report, in the format that the name ends in; returns the files written.

    After a fault nothing of it is left: the text takes its name when all pictures have theirs.

    Parameters
    ----------
    comparison : Comparison
        Result of `compare`.
    path : Path
        File to write; it must end in .html, .htm, .md or .markdown.

    Returns
    -------
    list of Path
        The files written: the report, and the pictures of a Markdown report.
    """
    checked_ending(path)
    if path.suffix.lower() in HTML_ENDINGS:
        files = {path: html_report(comparison)}
    else:
        beside = f"{path.stem}-pictures"
        text, pictures = markdown_report(comparison, beside)
        files = {path: text}
        files |= {path.parent / beside / name: svg for name, svg in pictures.items()}
    new = [place for place in files if not place.exists()]
    try:
        # Contexts end in reverse order, so the text, which is opened first, is renamed last.
        with ExitStack() as written:
            for place, content in files.items():
                place.parent.mkdir(parents=True, exist_ok=True)
                file = written.enter_context(atomic_file(place))
                file.write(content.encode())
                file.flush()
    except BaseException:
        with suppress(OSError):
            for place in new:
                place.unlink(missing_ok=True)
            for folder in {place.parent for place in new} - {path.parent}:
                # Fails, and is suppressed, where other files are in the folder.
                folder.rmdir()
        raise
    return list(files)
