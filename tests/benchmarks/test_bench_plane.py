"""The made-up documents of the benchmark are what it says they are."""

from __future__ import annotations

import numpy as np
from numpy.testing import assert_array_equal

from steersman.maths.likelihood import class_counts
from steersman_benchmarks.speed.plane import VOCABULARY, zipf_documents


def test_made_up_documents_have_different_words_with_zipfs_frequencies() -> None:
    slim, labels = zipf_documents(4000, np.random.default_rng(1))
    lengths = np.diff(slim.indptr)
    assert lengths.max() == 50
    assert lengths.mean() > 49.9
    rows = np.repeat(np.arange(4000), lengths)
    assert len(np.unique(rows * VOCABULARY + slim.indices)) == len(slim.indices)
    assert 0.05 < labels.mean() < 0.15
    held = np.sort(class_counts(slim, np.ones(4000)).features)[::-1]
    assert held[0] > 2 * held[20] > 4 * held[200]


def test_the_same_seed_makes_the_same_documents() -> None:
    one, other = (zipf_documents(300, np.random.default_rng(2)) for _ in range(2))
    assert_array_equal(one[0].indices, other[0].indices)
    assert_array_equal(one[1], other[1])
