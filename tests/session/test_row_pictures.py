"""Rows of `digits` are pictures wherever a row is shown."""

from __future__ import annotations

import numpy as np

from steersman.data import load
from steersman.session import Session
from steersman.session.matrix.actions import CellExamples, OpenMatrix
from steersman.session.why.actions import WhyRow


def test_a_row_of_pixels_is_a_picture() -> None:
    digits = load("digits")
    session = Session(digits)
    matrix = session.perform(OpenMatrix()).values["matrix"]
    name = matrix["positive"]
    example = session.perform(CellExamples(name, name)).values["examples"][0]
    picture = example["picture"]
    assert (picture["width"], picture["height"]) == (8, 8)
    expected = np.rint(100 * digits.X[example["row"]] / 16.0)
    assert picture["pixels"] == expected.astype(int).tolist()
    why = session.perform(WhyRow(example["row"])).values
    assert why["picture"] == picture
    assert all(each["picture"] for each in why["same"])


def test_other_rows_are_no_pictures(patients) -> None:
    session = Session(patients)
    session.perform(OpenMatrix())
    example = session.perform(CellExamples("ill", "ill")).values["examples"][0]
    assert example["picture"] is None
