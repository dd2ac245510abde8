from __future__ import annotations

import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.errors import raises

import steersman

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(steersman.__path__, "steersman.")
    if not module.name.endswith("__main__")
)


def test_every_public_name_can_be_imported_from_its_home() -> None:
    for name in set(steersman.__all__) - {"__version__"}:
        value = getattr(steersman, name)
        assert value is getattr(importlib.import_module(steersman.HOMES[name]), name)
    assert set(steersman.HOMES) == set(steersman.__all__) - {"__version__"}


def test_the_names_that_others_call_are_there() -> None:
    from steersman.evaluate import (  # noqa: F401
        confusion,
        matched_accuracy,
        mcnemar,
        nmi,
        paired_bootstrap,
        permutation_test,
        precision_recall_f1,
        purity,
    )
    from steersman.text import TextCounter  # noqa: F401


def test_a_name_that_does_not_exist_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="rudder"):
        _ = steersman.rudder  # type: ignore[attr-defined]


def test_lines_that_are_handed_out_name_packages_alone() -> None:
    """An import written inside a string is one that people keep: its home must not move."""
    source = Path(steersman.__file__).parent
    generators = [*source.rglob("python_lines.py"), *source.rglob("python_source.py")]
    generators += [*source.rglob("job_report.py"), *(source / "session" / "lessons").glob("*.py")]
    written = re.compile(r"""(?:["']|^ *)from (steersman[\w.]*) import""", re.MULTILINE)
    packages = {
        module.name for module in pkgutil.walk_packages([str(source)], "steersman.") if module.ispkg
    }
    found = set()
    for path in generators:
        _, _, body = path.read_text(encoding="utf-8").partition("\n\n\n")
        found |= set(written.findall(body))
    assert len(found) > 5
    assert found <= packages | {"steersman", "steersman.tasks"}


PACKAGES = [name for name in MODULES if hasattr(importlib.import_module(name), "__path__")]


@pytest.mark.parametrize("name", PACKAGES)
def test_the_list_of_a_package_is_exact(name: str) -> None:
    """A package's `__all__` is its API: it has all that it names, and it defines nothing else."""
    module = importlib.import_module(name)
    promised = getattr(module, "__all__", [])
    assert [each for each in promised if not hasattr(module, each)] == []
    assert len(promised) == len(set(promised))
    own = [
        each for each, value in vars(module).items() if getattr(value, "__module__", None) == name
    ]
    assert not own or "__all__" in vars(module), f"{name} defines names but has no __all__"


def test_a_name_that_needs_an_extra_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.startswith("anywidget")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "steersman.widget", raising=False)
    monkeypatch.delitem(vars(steersman), "Workbench", raising=False)
    with raises("extra-missing", name="Workbench", extra="notebook"):
        _ = steersman.Workbench


def test_importing_the_package_loads_nothing_heavy() -> None:
    """What makes `import steersman` quick is what it does not load."""
    program = (
        "import sys, steersman; "
        "print([n for n in ('numpy', 'scipy', 'sklearn', 'typer', 'rich') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
