"""Rows of a data set as text, and the search for words in them."""

from __future__ import annotations

import numpy as np
import pandas
import pytest

from steersman.data import Dataset, load
from steersman.session.datasets.corpus import corpus_of
from steersman.session.datasets.row_text import places_holding, text_of

NUMBERS = pandas.DataFrame(
    {
        "Width": [0.5, 1e20, -3.25, 0.0, 12.0, 3.0],
        "e 1": [1.0, 2.0, 3.0, 1e-7, 5.0, np.pi],
        "kind": list("aabbab"),
    }
)
TEXTS = pandas.DataFrame(
    {"note": ["Red sail", "a red sky", "SAILING home", "blue", "sky", "x"], "kind": list("aabbab")}
)


@pytest.mark.parametrize(
    "words",
    ["", "width", "Width 0.5", "1e+20", "e 1 3", "-3", "3.25, e", "e+", "h 1", "none", ".", "3.14"],
)
def test_rows_of_numbers_that_hold_words_are_those_whose_text_does(words: str) -> None:
    assert found_places(load(NUMBERS, label="kind"), words) == places_by_text(
        load(NUMBERS, label="kind"), words
    )


@pytest.mark.parametrize("words", ["", "red", "SAIL", " sky ", "none"])
def test_texts_that_hold_words_are_found_in_either_case(words: str) -> None:
    dataset = load(TEXTS, label="kind", text="note")
    assert found_places(dataset, words) == places_by_text(dataset, words)


def test_a_row_of_numbers_begins_with_its_reasons_and_ends_with_its_zeros() -> None:
    corpus = corpus_of(load(NUMBERS, label="kind"))
    assert text_of(corpus, 3, []) == "e 1 1e-07, Width 0"
    assert text_of(corpus, 0, []) == "Width 0.5, e 1 1"
    assert text_of(corpus, 0, [{"name": "e 1"}]) == "e 1 1, Width 0.5"


def found_places(dataset: Dataset, words: str) -> list[int]:
    return list(places_holding(corpus_of(dataset), ROWS, words))


def places_by_text(dataset: Dataset, words: str) -> list[int]:
    corpus, needle = corpus_of(dataset), words.strip().lower()
    return [
        place
        for place, row in enumerate(ROWS)
        if needle in str(dataset.ids[row]).lower() or needle in text_of(corpus, row, []).lower()
    ]


ROWS = [5, 3, 0, 1, 4, 2]
