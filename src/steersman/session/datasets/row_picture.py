"""Rows that are pictures: features named by the row and the column of a pixel."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from steersman.session.datasets.corpus import Corpus
from steersman.session.shapes import PictureValues

PIXEL = re.compile(r"pixel_(\d+)_(\d+)")
SHADES = 100
MOST_PIXELS = 4096


@lru_cache(maxsize=8)
def pixel_places(names: tuple[str, ...]) -> tuple[int, int, tuple[int, ...]] | None:
    """Height, width and the feature of each pixel, line by line; None where rows are no pictures.

    >>> pixel_places(("pixel_0_0", "pixel_0_1", "pixel_1_1", "pixel_1_0"))
    (2, 2, (0, 1, 3, 2))
    >>> pixel_places(("age", "pixel_0_0")) is None
    True
    """
    matched = [PIXEL.fullmatch(name) for name in names]
    if len(names) > MOST_PIXELS or not all(matched):
        return None
    place = {(int(m[1]), int(m[2])): number for number, m in enumerate(matched) if m}
    height, width = 1 + max(row for row, _ in place), 1 + max(column for _, column in place)
    if len(place) != height * width:
        return None
    grid = [(row, column) for row in range(height) for column in range(width)]
    return height, width, tuple(place[each] for each in grid)


def picture_of(corpus: Corpus, row: int) -> PictureValues | None:
    """The picture of a row, its pixels from 0 to 100; None where rows are no pictures."""
    dataset = corpus.dataset
    if dataset.is_sparse:
        return None
    found = pixel_places(tuple(str(name) for name in dataset.feature_names))
    if found is None:
        return None
    height, width, places = found
    values = np.asarray(dataset.X[row], dtype=np.float64)[list(places)]
    brightest = max(1e-12, float(np.asarray(dataset.X).max()))
    shades = np.rint(SHADES * np.clip(values / brightest, 0.0, 1.0)).astype(int)
    return {"width": width, "height": height, "pixels": shades.tolist()}
