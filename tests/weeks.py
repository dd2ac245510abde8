"""Mail as it comes: rows to learn from, two quiet weeks, and one in which ham begins to look like
spam."""

from __future__ import annotations

import csv
from datetime import date, timedelta
from pathlib import Path

import numpy as np

HAM = ["meeting", "notes", "report", "lunch", "project", "agenda", "minutes", "budget", "office"]
SPAM = ["prize", "winner", "cash", "click", "offer", "cheap", "pills", "free", "urgent", "bonus"]
COMMON = ["please", "see", "the", "new", "one", "for", "you", "today", "this", "week"]
FIRST_DAY = date(2026, 3, 2)


def write_mail(
    path: Path,
    rows: int,
    *,
    seed: int,
    start: int = 0,
    drift: float = 0.0,
    labeled: float = 1.0,
    days: int = 7,
) -> Path:
    """A file of mail with identifiers and dates; `drift` is the share of ham that sounds like
    spam, `labeled` the share of rows that have a label."""
    rng = np.random.default_rng(seed)
    first = FIRST_DAY + timedelta(days=7 * start)
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "date", "text", "kind"])
        for row in range(rows):
            spam = rng.random() < 0.35
            sounds_like_spam = rng.random() < (0.92 if spam else 0.03 + drift)
            own = rng.choice(SPAM if sounds_like_spam else HAM, 4)
            # What drifts brings a word that nobody has seen before.
            new = ["crypto"] if sounds_like_spam and drift else []
            words = [*own, *rng.choice(COMMON, 3), *new]
            day = first + timedelta(days=row * days // rows)
            kind = ("spam" if spam else "ham") if rng.random() < labeled else ""
            writer.writerow([f"w{start}-{row}", day.isoformat(), " ".join(words), kind])
    return path
