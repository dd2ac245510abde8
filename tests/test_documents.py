"""What the documents say is true."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

import pytest
from tools.check_site import broken_links

from steersman import __version__

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "docs" / "_ext"))

from paper_rows import STATES, index_lines, paper_pages, paper_rows  # noqa: E402

SITE = "https://steersman.readthedocs.io/"
SOURCE = "https://github.com/steersman-project/steersman"
HOMES = [
    (SITE, ROOT / "docs", ".md"),
    (f"{SOURCE}/blob/main/", ROOT, ".html"),
    (SOURCE.replace("github.com", "raw.githubusercontent.com") + "/main/", ROOT, ".html"),
]
"""Addresses, the folders that they show, and the ending of the files behind their pages."""
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_example_of_the_readme_runs() -> None:
    text = (ROOT / "README.md").read_text()
    (example,) = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    assert len(example.strip().splitlines()) <= 12
    names: dict[str, Any] = {}
    exec(compile(example, "README.md", "exec"), names)  # noqa: S102
    assert names["steering"].met
    assert names["steering"].after[0, 1] <= 20


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", path.read_text())
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_links_of_the_readme_work_on_an_index_page() -> None:
    """The installed package's are absolute, and what they lead to is in this repository."""
    description = metadata("steersman").get_payload() or metadata("steersman")["Description"]
    links = re.findall(r"\]\(([^)]+)\)", str(description))
    assert len(links) > 8
    missing = []
    for link in links:
        for base, folder, ending in HOMES:
            if link.startswith(base):
                place = folder / link.removeprefix(base).replace(".html", ending)
                missing += [] if place.is_file() else [link]
                break
        else:
            missing.append(link)
    assert missing == []


def test_addresses_are_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["urls"]["Documentation"] + "/" == SITE
    assert project["urls"]["Source"] == SOURCE
    citation = (ROOT / "CITATION.cff").read_text()
    assert f"repository-code: {SOURCE}" in citation
    assert f"version: {__version__}" in citation
    recipe = (ROOT / "recipe" / "meta.yaml").read_text()
    assert f'version = "{__version__}"' in recipe
    for requirement in project["dependencies"]:
        name, least = requirement.split(">=")
        assert f"- {name.lower()} >={least}" in recipe


def test_pictures_are_small() -> None:
    pictures = list((ROOT / "docs" / "pictures").glob("*.png"))
    assert len(pictures) > 8
    assert [each.name for each in pictures if each.stat().st_size > 150_000] == []


def test_every_page_is_in_the_contents_once() -> None:
    contents = [
        name
        for path in (ROOT / "docs").glob("*.md")
        for block in re.findall(r"```\{toctree\}(.*?)```", path.read_text(), re.DOTALL)
        for pattern in re.findall(r"^([a-z0-9*-]+)$", block, re.MULTILINE)
        for name in ([each.stem for each in (ROOT / "docs").glob(f"{pattern}.md")] or [pattern])
    ]
    pages = {path.stem for path in (ROOT / "docs").glob("*.md")} - {"index", "benchmark-results"}
    assert sorted(contents) == sorted(pages)


def test_the_site_carries_no_broken_link(tmp_path: Path) -> None:
    """What `make docs` checks finds what is broken."""
    (tmp_path / "good.html").write_text('<h1 id="top">Good</h1><a href="#top"></a>')
    assert list(broken_links(tmp_path)) == []
    (tmp_path / "bad.html").write_text(
        '<a href="good.html#end"></a><img src="no.png"><script>1</script><a href="https://x.y"></a>'
    )
    assert len(list(broken_links(tmp_path))) == 3


@pytest.mark.parametrize("page", paper_pages(ROOT / "docs"), ids=lambda page: page.stem)
def test_rows_of_papers_say_where_they_are_shown_or_why_not(page: Path) -> None:
    rows = paper_rows(page)
    assert len(rows) > 40
    assert {row["state"] for row in rows} <= set(STATES)
    assert [row for row in rows if row["state"] == "works" and not row["where"]] == []
    assert [row for row in rows if row["state"] != "works" and not row["note"]] == []


def test_the_index_of_papers_counts_their_rows(tmp_path: Path) -> None:
    head = "# A\n\n| section | where | state | note |\n| --- | --- | --- | --- |\n"
    (tmp_path / "papers-000.md").write_text(head + "| 1 | $P(c \\| o)$ | works | |\n" * 3)
    (tmp_path / "papers-001.md").write_text(head + "| 1 | | left out | no need |\n")
    assert index_lines(tmp_path)[2:] == [
        "| [A](papers-000.md) | 3 | 0 | 0 | 0 | 3 |",
        "| [A](papers-001.md) | 0 | 0 | 0 | 1 | 1 |",
        "| all | 3 | 0 | 0 | 1 | 4 |",
    ]


LONGEST = 35
MOST_LONG = 0.01
"""Words of a sentence, and the share of sentences that may be longer."""


def sentences_of(text: str) -> list[str]:
    """The sentences of a document's paragraphs and list items; no tables, code or headings."""
    text = re.sub(r"```.*?```|\$\$.*?\$\$|^[|#:>!].*?$", "", text, flags=re.DOTALL | re.MULTILINE)
    blocks = re.split(r"\n\s*\n|\n\s*(?:[-*]|\d+\.) ", text)
    plain = [re.sub(r"\]\([^)]*\)|[*\[\]]", "", " ".join(block.split())) for block in blocks]
    return [s for block in plain for s in re.split(r"(?<=[.?!)]) +(?=[A-Z(\d`\"])", block)]


def test_sentences_are_short() -> None:
    sentences = [each for path in DOCUMENTS for each in sentences_of(path.read_text())]
    long = [each for each in sentences if len(each.split()) > LONGEST]
    assert len(sentences) > 1_000
    assert len(long) <= MOST_LONG * len(sentences), long


def test_the_first_two_commands_are_the_makefiles() -> None:
    text = (ROOT / "README.md").read_text()
    commands = re.findall(r"^(make \w+)", text, flags=re.MULTILINE)
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)
    assert commands == ["make run", "make test"]
    assert {"run", "test", "install"} <= set(targets)


def test_every_dependency_has_its_reason() -> None:
    reasons = (ROOT / "docs" / "dependencies.md").read_text()
    project = (ROOT / "pyproject.toml").read_text()
    block = project.split("dependencies = [")[1].split("]")[0]
    names = re.findall(r'"([A-Za-z0-9_-]+)', block)
    assert [name for name in names if name not in reasons] == []
