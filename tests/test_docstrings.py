"""The docstrings of the public names suffice to use them."""

from __future__ import annotations

import pydoc

import pytest
from tools.docstrings import faults_of, public_objects

import steersman

OBJECTS = list(public_objects())


def test_there_are_names_and_methods() -> None:
    assert len(OBJECTS) > 90
    assert {True, False} == {method for _, method in OBJECTS}


# Looking at a widget class makes ipywidgets warn about its own attributes.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(("path", "is_method"), OBJECTS, ids=[path for path, _ in OBJECTS])
def test_a_public_name_describes_its_parameters_and_result(path: str, is_method: bool) -> None:
    assert faults_of(path, is_method) == []


def test_help_on_steer_suffices_to_use_it() -> None:
    text = pydoc.render_doc(steersman.steer, renderer=pydoc.plaintext)
    for part in ("Parameters", "Returns", "Examples", "confidence", "objective", ">>> "):
        assert part in text


def test_reading_options_are_described_where_they_are_taken() -> None:
    for function in (steersman.load, steersman.raw_table):
        text = function.__doc__ or ""
        assert text.index("encoding : ") < text.index("\nReturns\n") < text.index(">>> ")
