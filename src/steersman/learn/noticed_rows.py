"""What is worth saying about rows that a model is asked about, though it answers."""

from __future__ import annotations

import numpy as np
from sklearn.pipeline import Pipeline

from steersman.data.arrow.columns import coded_words
from steersman.data.columns.cells import words
from steersman.data.columns.kinds import Frame, is_missing_mark
from steersman.data.columns.signed_numerals import bare
from steersman.learn.raw_columns import RawColumns

__all__ = ["unseen_words", "without_sign"]

LOOKED_AT = 100


def unseen_words(pipeline: Pipeline, frame: Frame) -> dict[str, dict[str, int]]:
    """The words of each column of words that count for nothing, and their rows."""
    columns = pipeline.steps[0][1].words
    encoding = pipeline.named_steps.get("features")
    parts = getattr(encoding, "named_transformers_", {})
    if not columns or "words" not in parts:
        return {}
    taken = RawColumns(words=columns).transform(frame.to_native())
    found = {}
    for name, encoder in zip(columns, parts["words"].encoders_):
        distinct, codes = coded_words(taken[name])
        known = {"", *encoder.categories_[0].tolist()}
        sizes = np.bincount(codes, minlength=len(distinct)).tolist()
        told = {word: rows for word, rows in zip(distinct, sizes) if word not in known}
        if told:
            found[name] = told
    return found


def without_sign(pipeline: Pipeline, frame: Frame) -> dict[str, tuple[str, str]]:
    """The columns learned with a sign such as % that come without: the sign, and a number.

    Numbers of which only some have it are refused when they are read, so that the first ones tell.
    """
    columns = pipeline.steps[0][1]
    found = {}
    for name in columns.numbers:
        sign = (columns.writing(name) or "").lstrip("., ")
        if not sign:
            continue
        told = (word.strip() for word in words(frame[name].head(LOOKED_AT)) if word)
        numbers = [word for word in told if not is_missing_mark(word) and word.strip("+-0.,")]
        if numbers and not bare(numbers[0]).sign:
            found[name] = (sign, numbers[0])
    return found
