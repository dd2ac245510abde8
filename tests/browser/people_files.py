"""Files as people bring them: mail, a screening table, loans and notes without labels."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np

COMMON = (
    "meeting report project time week please thanks team office call today question answer plan "
    "number list page order team work send read write next last first new good best help"
)
HAM = "minutes agenda draft invoice budget lunch review train holiday attached regards"
SPAM = "free prize winner offer cash click urgent claim bonus discount credit"
TOPICS = {
    "ships": "harbor ship sailor anchor deck captain voyage cargo port tide",
    "music": "violin concert melody singer rhythm chord album stage piano song",
    "garden": "soil seed flower tomato spade compost rain hedge bloom root",
    "finance": "bank loan interest rate profit share market fund bond tax",
}


def write_rows(path: Path, header: Sequence[str], rows: Sequence[Sequence[object]]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows(rows)
    return path


def mail_file(folder: Path, ham: int = 2600, spam: int = 420, seed: int = 5) -> Path:
    """Mail with 14 % spam; some spam reads like ordinary mail and some mail like an offer."""
    rng = np.random.default_rng(seed)
    kinds = np.array(["ham"] * ham + ["spam"] * spam)
    rows = []
    for kind in rng.permutation(kinds):
        own, other = (SPAM, HAM) if kind == "spam" else (HAM, SPAM)
        strength = rng.beta(3, 2) if kind == "spam" else rng.beta(3, 1.5)
        words = [*rng.choice(COMMON.split(), rng.integers(6, 16))]
        words += [*rng.choice(own.split(), rng.binomial(5, strength))]
        words += [*rng.choice(other.split(), rng.binomial(2, 0.12))]
        rows.append((kind, " ".join(rng.permutation(words))))
    return write_rows(folder / "mail.csv", ("folder", "text"), rows)


def screening_file(folder: Path, rows: int = 5000, seed: int = 7) -> Path:
    """A screening table in which 6 % have cancer and three values tell something about it."""
    rng = np.random.default_rng(seed)
    cancer = rng.random(rows) < 0.06
    age = rng.normal(55, 9, rows) + 6 * cancer
    density = rng.gamma(3, 1, rows) + 2.2 * cancer * rng.random(rows)
    marker = rng.normal(0, 1, rows) + 2.4 * cancer
    columns = (
        age.round(),
        density.round(2),
        marker.round(3),
        np.where(cancer, "cancer", "healthy"),
    )
    return write_rows(
        folder / "screening.csv", ("age", "density", "marker", "diagnosis"), list(zip(*columns))
    )


def loans_file(folder: Path, rows: int = 2400, seed: int = 9) -> Path:
    """Loans, "1" paid back and "2" not, with numbers and words."""
    rng = np.random.default_rng(seed)
    bad = rng.random(rows) < 0.3
    amount = (rng.gamma(2, 1500, rows) * (1 + 0.6 * bad)).round()
    months = rng.integers(6, 60, rows) + 8 * bad
    account = np.where(rng.random(rows) < 0.35 + 0.35 * bad, "none", "savings")
    purpose = rng.choice(["car", "furniture", "business", "education"], rows)
    columns = (amount, months, account, purpose, np.where(bad, 2, 1))
    return write_rows(
        folder / "loans.csv",
        ("amount", "months", "account", "purpose", "class"),
        list(zip(*columns)),
    )


def notes_file(folder: Path, rows: int = 900, seed: int = 11) -> Path:
    """Notes on four topics, without labels."""
    rng = np.random.default_rng(seed)
    topics = list(TOPICS.values())
    lines = []
    for row in range(rows):
        own = topics[rng.integers(len(topics))]
        words = [
            *rng.choice(own.split(), rng.integers(6, 12)),
            *rng.choice(COMMON.split(), rng.integers(4, 8)),
        ]
        lines.append((f"note {row}", " ".join(rng.permutation(words))))
    return write_rows(folder / "notes.csv", ("id", "text"), lines)


def coarse_screening_file(folder: Path, rows: int = 900, seed: int = 13) -> Path:
    """A screening table with such coarse values that sick and healthy rows are often identical."""
    rng = np.random.default_rng(seed)
    cancer = rng.random(rows) < 0.15
    decade = rng.integers(4, 8, rows) * 10
    lump = np.where(rng.random(rows) < 0.15 + 0.5 * cancer, "yes", "no")
    columns = (decade, lump, np.where(cancer, "cancer", "healthy"))
    return write_rows(folder / "coarse.csv", ("age", "lump", "diagnosis"), list(zip(*columns)))
