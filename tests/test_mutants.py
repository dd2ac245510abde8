"""Changes that `make mutants` tries: each is one other program, named without a line number."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tools.mutations import mutants_of

SOURCE = '''"""A module."""

LIMIT = 3


def share(part: int, whole: int) -> float | None:
    """The share, "< 0" for none."""
    if whole < 1 or not part:
        raise ValueError(f"{whole - 1} is too few")
    half = part * 0.5 if whole >= LIMIT else part + 0.5
    return max(half / whole, 0.0)
'''


@pytest.fixture
def changed(tmp_path: Path) -> dict[str, str]:
    """The programs that come of the module, by what was changed."""
    (tmp_path / "module.py").write_text(SOURCE)
    mutants = mutants_of(tmp_path, Path("module.py"))
    return {each.key: each.changed(SOURCE.encode()).decode() for each in mutants}


def test_every_change_is_another_program_of_its_own(changed: dict[str, str]) -> None:
    programs = {ast.dump(ast.parse(program)) for program in changed.values()}
    assert len(programs) == len(changed)
    assert ast.dump(ast.parse(SOURCE)) not in programs


def test_operators_limits_factors_and_answers_are_changed(changed: dict[str, str]) -> None:
    wanted = [
        ("`whole < 1` to `whole <= 1`", "if (whole <= 1) or not part:"),
        ("`whole < 1 or not part` to `whole < 1`", "if (whole < 1):"),
        ("`not part` to `part`", "if whole < 1 or (part):"),
        ("`part * 0.5` to `part`", "half = (part) if whole"),
        ("`part + 0.5` to `part - 0.5`", "else (part - 0.5)"),
        ("`max` to `min`", "return (min)(half"),
        ("`return max(half / whole, 0.0)` to `return None`", "    return None\n"),
    ]
    for change, text in wanted:
        assert text in changed[f"`module.py`, `share`: {change}"]


def test_messages_constants_and_docstrings_stay(changed: dict[str, str]) -> None:
    for program in changed.values():
        for text in ("LIMIT = 3", '"< 0" for none', '{whole - 1} is too few"'):
            assert text in program


SENTENCES = '''
def told(rows: int, want: str) -> str:
    """What is told."""
    verb = "is" if rows == 1 else "are"
    return f"{rows} of them {verb} called {want}"


def refusal(host: str) -> str:
    """Why a host is refused; empty where it is not."""
    if host == "own":
        return ""
    return f"no page of {host} is let in"


def query(all_rows):
    """Rows."""
    level = "FULL" if all_rows else "NORMAL"
    return run(f"PRAGMA level = {level}")


def code(rows: int) -> str:
    """A code."""
    kind = "few" if rows < 9 else "many"
    return f"{kind}-rows"


class Told:
    def __repr__(self):
        return repr(self.rows + 1)
'''


def test_what_only_changes_a_sentence_is_left_as_it_is(tmp_path: Path) -> None:
    """Unless an empty text in its place is an answer, or the text is a query or a code."""
    (tmp_path / "module.py").write_text(SENTENCES)
    found = {
        (each.function, each.before, each.after) for each in mutants_of(tmp_path, Path("module.py"))
    }
    functions = {function for function, _, _ in found}
    assert functions == {"refusal", "query", "code"}
    assert ("refusal", "return f'no page of {host} is let in'", "return ''") in found
    assert ("query", "'FULL' if all_rows else 'NORMAL'", "'NORMAL'") in found
    assert {after for function, _, after in found if function == "code"} == {
        "'few'", "'many'", "rows <= 9", "rows >= 9", "10", "return ''",
    }  # fmt: skip
