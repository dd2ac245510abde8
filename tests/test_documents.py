"""What the documents say is true."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
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
