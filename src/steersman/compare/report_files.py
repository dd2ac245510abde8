"""Reports as files: one HTML page that needs nothing else, or Markdown with its pictures."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from html import escape
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from steersman.compare.comparison import Comparison
from steersman.compare.report import Block, Heading, Paragraph, Picture, ReportTable, report_blocks
from steersman.data.files.atomic_files import atomic_file
from steersman.errors import SteersmanError
from steersman.palette import LIGHT

STYLE = (
    ":root{"
    + "".join(f"--{name}:{color};" for name, color in LIGHT.items())
    + """}
body{font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--ink);
max-width:960px;margin:32px auto;padding:0 24px;font-variant-numeric:tabular-nums}
h1{font-size:28px}h2{font-size:20px;margin-top:40px}p{max-width:72ch}
table{border-collapse:collapse;font-size:13px;margin:16px 0;display:block;overflow-x:auto}
th,td{text-align:left;padding:6px 16px 6px 0;border-bottom:1px solid var(--rule);vertical-align:top}
th{color:var(--ink-quiet);font-weight:600}figure{margin:16px 0}
figcaption{color:var(--ink-quiet);font-size:13px}
.caution{border-left:3px solid var(--warning);background:var(--warning-wash);padding:8px 16px}
"""
)
HTML_ENDINGS, MARKDOWN_ENDINGS = (".html", ".htm"), (".md", ".markdown")
EPOCH = (1980, 1, 1, 0, 0, 0)  # so that the same comparison is the same file


def html_report(comparison: Comparison) -> str:
    """One page with everything in it."""
    blocks = report_blocks(comparison)
    title = next(block.words for block in blocks if isinstance(block, Heading))
    body = "\n".join(html_block(block) for block in blocks)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body>\n{body}\n"
        "</body></html>\n"
    )


def html_block(block: Block) -> str:
    match block:
        case Heading(words, level):
            return f"<h{level}>{escape(words)}</h{level}>"
        case Paragraph(words, caution):
            kind = ' class="caution"' if caution else ""
            return f"<p{kind}>{escape(words)}</p>"
        case Picture(_, svg, words):
            return f"<figure>{svg}<figcaption>{escape(words)}</figcaption></figure>"
        case ReportTable(heads, lines):
            head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
            rows = "".join(
                "<tr>" + "".join(f"<td>{escape(each)}</td>" for each in line) + "</tr>"
                for line in lines
            )
            return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def markdown_report(comparison: Comparison, folder: str) -> tuple[str, dict[str, str]]:
    """The text, and the pictures by the name of their file inside `folder`."""
    blocks = report_blocks(comparison)
    pictures = {f"{block.name}.svg": block.svg for block in blocks if isinstance(block, Picture)}
    return "\n\n".join(markdown_block(block, folder) for block in blocks) + "\n", pictures


def markdown_block(block: Block, folder: str) -> str:
    match block:
        case Heading(words, level):
            return f"{'#' * level} {plain(words)}"
        case Paragraph(words, caution):
            return f"> {plain(words)}" if caution else plain(words)
        case Picture(name, _, words):
            return f"![{plain(words)}]({folder}/{name}.svg)\n\n*{plain(words)}*"
        case ReportTable(heads, lines):
            return markdown_table(heads, lines)


def markdown_table(heads: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    rows = [heads, ["---"] * len(heads), *lines]
    return "\n".join(f"| {' | '.join(plain(each) for each in row)} |" for row in rows)


def plain(words: str) -> str:
    """Words that Markdown takes as they are.

    >>> plain("a|b <i>*c*")
    'a\\\\|b &lt;i>\\\\*c\\\\*'
    """
    safe = words.replace("\n", " ").replace("<", "&lt;")
    return "".join(f"\\{each}" if each in "|*_`[]" else each for each in safe)


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
            f"{path.name!r} does not say in which format the report is wanted",
            todo="let the name end in .html or .md",
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
