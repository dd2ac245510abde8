from __future__ import annotations

import sys
from pathlib import Path

import pytest

from steersman.cli.late_imports import late_imports


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package with a heavy module, and a library that imports a function of it."""
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, text in {
        "shop/__init__.py": "",
        "shop/heavy/__init__.py": "from shop.heavy import inner\ndef price(n): return 2 * n\n",
        "shop/heavy/inner.py": "RATE = 7\n",
        "library.py": "from shop.heavy import price\nfrom shop import heavy\nimport shop.heavy\n",
        "deep.py": "from shop.heavy.inner import RATE\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    for name in ("shop", "shop.heavy", "shop.heavy.inner", "library", "deep"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return "shop.heavy"


def test_a_late_module_is_imported_at_the_first_call(package: str) -> None:
    with late_imports(package):
        import library  # type: ignore[import-not-found]
    assert package not in sys.modules
    assert library.price(3) == 6
    assert package in sys.modules
    assert library.heavy.inner.RATE == 7
    assert library.price(4) == 8


def test_afterwards_the_name_is_the_module_itself(package: str) -> None:
    with late_imports(package):
        import library  # noqa: F401
    from shop.heavy import price  # type: ignore[import-not-found]

    assert price.__name__ == "price"


def test_a_module_inside_a_late_one_imports_both(package: str) -> None:
    with late_imports(package):
        import deep  # type: ignore[import-not-found]
    assert deep.RATE == 7
    assert sys.modules[package].__file__


def test_a_module_that_is_imported_already_stays(package: str) -> None:
    import shop.heavy

    with late_imports(package):
        from shop.heavy import price
    assert price is shop.heavy.price
