import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.errors import raises

from steersman.data import fold_numbers, folds, held_out_rows, sealed_rows
from steersman.data.splits import stable_order

labels = st.lists(st.sampled_from("abc"), min_size=4, max_size=60).map(np.array)


@settings(max_examples=60)
@given(labels, st.integers(2, 4), st.integers(0, 5))
def test_every_row_is_in_exactly_one_fold_and_folds_are_even(y, n_folds, seed):
    parts = folds(y, n_folds, seed)
    assert sorted(np.concatenate(parts).tolist()) == list(range(len(y)))
    sizes = [len(part) for part in parts]
    assert max(sizes) - min(sizes) <= 1


@settings(max_examples=60)
@given(labels, st.integers(2, 4), st.integers(0, 5))
def test_every_class_is_spread_evenly(y, n_folds, seed):
    numbers = fold_numbers(y, n_folds, seed)
    for label in np.unique(y):
        shares = np.bincount(numbers[y == label], minlength=n_folds)
        assert shares.max() - shares.min() <= 1


@pytest.mark.parametrize("most", [1, 300, 70_000])
def test_equal_codes_keep_their_order_however_many_there_are(most):
    codes = np.random.default_rng(0).integers(0, most, 5000)
    codes[17] = most - 1
    expected = sorted(range(len(codes)), key=lambda row: (codes[row], row))
    assert stable_order(codes).tolist() == expected


@settings(max_examples=40)
@given(labels, st.integers(0, 5))
def test_numbers_of_classes_split_as_their_words_do_also_where_a_class_has_no_row(y, seed):
    # "aa" and "z" have no rows.
    numbers = np.searchsorted(["a", "aa", "b", "c", "z"], y)
    for short in (np.uint8, np.uint16, np.intp):
        codes = numbers.astype(short)
        assert np.array_equal(fold_numbers(codes, 3, seed), fold_numbers(y, 3, seed))
        assert np.array_equal(sealed_rows(codes, seed), sealed_rows(y, seed))


def test_the_same_seed_gives_the_same_folds_and_another_seed_others():
    y = np.array(["a", "b", "c", "d"] * 25)
    assert np.array_equal(fold_numbers(y, 5, seed=3), fold_numbers(y, 5, seed=3))
    assert not np.array_equal(fold_numbers(y, 5, seed=3), fold_numbers(y, 5, seed=4))


def test_multilabel_rows_are_shuffled_into_folds_of_even_size():
    y = np.eye(3, dtype=bool)[np.arange(20) % 3]
    numbers = fold_numbers(y, 4, seed=0)
    assert np.bincount(numbers).tolist() == [5, 5, 5, 5]
    assert not np.array_equal(numbers, np.arange(20) % 4)


@pytest.mark.parametrize("n_folds", [0, 1, 6])
def test_a_number_of_folds_that_cannot_be_is_an_error(n_folds):
    with raises("folds-impossible", rows=5, folds=n_folds):
        folds(np.array(list("aabbb")), n_folds, seed=0)


@settings(max_examples=80)
@given(labels, st.floats(0.0, 1.0), st.integers(0, 5))
def test_of_every_class_its_share_is_held_out_and_of_all_the_share_rounded_up(y, share, seed):
    held = held_out_rows(y, share, seed)
    for rows in (y == label for label in np.unique(y)):
        assert abs(held[rows].sum() - share * rows.sum()) < 1 + 1e-6
    assert held.sum() == np.ceil(round(share * len(y), 9))
    assert np.array_equal(held, held_out_rows(y, share, seed))


def test_every_row_is_held_out_as_often_as_any_other():
    y = np.array(list("aaaaaaaabb"))
    times = np.sum([held_out_rows(y, 0.5, seed) for seed in range(2_000)], axis=0)
    # Four standard deviations of a fair coin thrown 2,000 times.
    assert np.all(np.abs(times - 1_000) < 4 * np.sqrt(2_000 / 4))


def test_a_rare_class_can_be_sure_of_a_row():
    y = np.array(["often"] * 37 + ["rare"] * 3)
    assert not held_out_rows(y, 0.1, seed=0)[37:].any()
    assert held_out_rows(y, 0.1, seed=0, at_least=1)[37:].sum() == 1


@settings(max_examples=60)
@given(st.lists(st.sampled_from("abc"), min_size=5, max_size=60).map(np.array), st.integers(0, 5))
def test_a_fifth_of_every_class_is_sealed(y, seed):
    sealed = sealed_rows(y, seed)
    for rows in (y == label for label in np.unique(y)):
        assert len(y[rows]) // 5 <= sealed[rows].sum() <= -(-len(y[rows]) // 5)
    assert len(y) // 5 <= sealed.sum() <= -(-len(y) // 5)


@settings(max_examples=60)
@given(
    st.lists(st.tuples(*[st.booleans()] * 3), min_size=5, max_size=60).map(np.array),
    st.integers(0, 5),
)
def test_of_rows_with_several_labels_a_fifth_of_those_with_the_same_rarest_label_is_sealed(y, seed):
    sealed = sealed_rows(y, seed)
    sizes = y.sum(axis=0).tolist()
    rarest = np.array(
        [min((sizes[j], j) for j in range(3) if row[j])[1] if any(row) else 3 for row in y]
    )
    for kind in range(4):
        count = (rarest == kind).sum()
        assert count // 5 <= sealed[rarest == kind].sum() <= -(-count // 5)
