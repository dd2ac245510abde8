"""What stands for a missing value of a column, by its role, in words."""

from __future__ import annotations

from steersman.data.read_options import ReadOptions, Role

FILLINGS = {
    "median": "the median",
    "mean": "the mean",
    "zero": "zero",
    "own": "a category of its own",
    "frequent": "the most frequent category",
    "earliest": "the earliest date",
    "latest": "the latest date",
}


def filling_words(role: Role, options: ReadOptions) -> str:
    """What is used in place of a missing number, category or date.

    >>> filling_words("number", ReadOptions()), filling_words("category", ReadOptions())
    ('the median', 'a category of its own')
    """
    rules = {
        "number": options.missing_numbers,
        "category": options.missing_categories,
        "date": options.missing_dates,
    }
    return FILLINGS[rules[role]]
