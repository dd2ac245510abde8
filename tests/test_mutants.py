"""Changes that `make mutants` tries: each is one other program, named without a line number."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools.mutants import PACKAGES, ROOT
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


def test_seeds_and_tolerances_of_rounding_stay(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(
        "def drawn(n):\n    return np.random.default_rng(1).random(n) < 0.5 + 1e-9\n"
    )
    found = {each.after for each in mutants_of(tmp_path, Path("module.py"))}
    draw = "np.random.default_rng(1).random(n)"
    assert found == {f"{draw} <= 0.5 + 1e-09", f"{draw} >= 0.5 + 1e-09", "0.5 - 1e-09", "1.0"}


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


SYSTEMS = """
if os.name == "nt":
    def take(file):
        return lock(file, 1)
elif os.name == "posix":
    def take(file):
        return lock(file, 2)
else:
    def take(file):
        return lock(file, 3)
"""


def test_what_another_system_runs_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(SYSTEMS)
    found = {each.after for each in mutants_of(tmp_path, Path("module.py"))}
    assert found == ({"0", "3", "4"} if os.name == "nt" else {"3", "4"})


PRODUCT = {
    "pyproject.toml": '[tool.pytest.ini_options]\naddopts = "--doctest-modules"\n',
    "src/steersman/maths/shares.py": """
from numba import njit

def share(part, whole):
    return part / whole

def larger(a, b):
    return max(a, b)

def unreached(a):
    return not a

def first(kept):
    return kept[0] == 1

@njit(cache=True)
def inner(a):
    return a * 3.0
""",
    "src/steersman/maths/outer.py": """
from numba import njit
from steersman.maths.shares import inner

@njit(cache=True)
def kernel(a):
    return inner(a)

def called(a):
    return kernel(a)
""",
    "tests/maths/test_shares.py": """
import time
from steersman.maths.outer import called
from steersman.maths.shares import first, larger, share

kept = []

def test_share():
    assert share(4, 1) == 4.0

def test_larger():
    assert larger(1, 2) == 2

def test_kernel():
    assert called(2.0) == 6.0

def test_one_that_others_need():
    time.sleep(0.2)
    kept.append(1)
    assert first(kept)

def test_that_needs_another():
    assert first([*kept, 0])
""",
}


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What comes of each change of a small product, and what is printed at the end."""
    if sys.platform != "linux":
        pytest.skip("mutants are tried in forks")
    root = tmp_path_factory.mktemp("product")
    shutil.copytree(ROOT / "tools", root / "tools")
    (root / "tools/surviving-mutants.md").unlink()
    product = PRODUCT | {
        f"src/steersman/{place if place.endswith('.py') else f'{place}/empty.py'}": ""
        for places, _ in PACKAGES.values()
        for place in places
    }
    for name, text in {"src/steersman/__init__.py": "", **product}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    run = subprocess.run(
        [sys.executable, "-m", "tools.mutants", "maths", "--sample", "99"],
        cwd=root, capture_output=True, text=True, check=True,
    )  # fmt: skip
    verdict = re.compile(r"^(\w+) +`[^`]+`, `\w+`: (.+) \(\d+ tests, ", re.MULTILINE)
    return {change: each for each, change in verdict.findall(run.stdout)} | {
        "printed": run.stdout.splitlines()[-1],
        "listed": (root / "tools/surviving-mutants.md").read_text(),
    }


def test_what_a_test_notices_is_killed(tried: dict[str, str]) -> None:
    assert tried["`max` to `min`"] == "killed"


def test_what_no_test_notices_survives_and_is_listed(tried: dict[str, str]) -> None:
    for change in ("`part / whole` to `part * whole`", "`not a` to `a`"):
        assert tried[change] == "survived"
        assert change in tried["listed"]


def test_what_is_compiled_with_a_changed_function_is_compiled_anew(tried: dict[str, str]) -> None:
    """The test reaches it by `kernel` of another module, which calls it and is kept compiled."""
    assert tried["`a * 3.0` to `a / 3.0`"] == "killed"


def test_tests_that_fail_without_the_change_too_count_for_nothing(tried: dict[str, str]) -> None:
    """The quicker test runs first and needs the other."""
    assert tried["`kept[0] == 1` to `kept[0] != 1`"] == "void"
    assert re.fullmatch(r"all +killed \d+ of \d+ \(\d+ %\); of 3 .*; \d void", tried["printed"])
