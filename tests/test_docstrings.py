"""The docstrings of the public names suffice to use them."""

from __future__ import annotations

import pydoc

import pytest
from tools.docstrings import TRUE, faults_of, public_objects

import steersman


# Looking at a widget class makes ipywidgets warn about its own attributes.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_public_names_describe_their_parameters_and_results() -> None:
    objects = list(public_objects())
    assert len(objects) > 90
    assert {True, False} == {is_method for _, is_method in objects}
    faults = [
        f"{path} {fault}"
        for path, is_method in objects
        for fault in faults_of(path, is_method)
        # Of methods the command prints more; the names themselves are described in full.
        if not is_method or fault[:4] in TRUE
    ]
    assert faults == []


def test_help_on_steer_suffices_to_use_it() -> None:
    text = pydoc.render_doc(steersman.steer, renderer=pydoc.plaintext)
    for part in ("Parameters", "Returns", "Examples", "confidence", "objective", ">>> "):
        assert part in text


def test_reading_options_are_described_where_they_are_taken() -> None:
    for function in (steersman.load, steersman.raw_table):
        text = function.__doc__ or ""
        assert text.index("encoding : ") < text.index("\nReturns\n") < text.index(">>> ")
