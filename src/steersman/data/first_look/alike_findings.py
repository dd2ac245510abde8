"""Findings that say the same of very many columns, told once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from steersman.data.sketch import Finding

__all__ = ["told_once"]

MOST_ALIKE = 8
NAMED = 3
NUMBER = re.compile(r"\d[\d,.]*")


def told_once(findings: Iterable[Finding]) -> list[Finding]:
    """The findings; where more than a few say the same of a column each, the first stands for all.

    >>> many = [Finding("note", f"column 'c{i}' is empty", f"c{i}") for i in range(20)]
    >>> [told.what for told in told_once(many)]
    ["column 'c0' is empty; 19 more columns are alike: 'c1', 'c2', 'c3' and others"]
    """
    every = list(findings)
    alike: dict[object, list[Finding]] = defaultdict(list)
    for finding in every:
        alike[sentence_of(finding)].append(finding)
    found = []
    for finding in every:
        same = alike[sentence_of(finding)]
        if finding.column is None or len(same) <= MOST_ALIKE:
            found.append(finding)
        elif finding is same[0]:
            found.append(for_all(same))
    return found


def sentence_of(finding: Finding) -> tuple[object, ...]:
    """What a finding says, whichever column and numbers it says it of."""
    column = "" if finding.column is None else repr(finding.column)
    said = finding.what.replace(column, "'column'") if column else finding.what
    return (finding.severity, finding.remedy, finding.column is None, NUMBER.sub("0", said))


def for_all(same: list[Finding]) -> Finding:
    """The first of some findings, with the columns of the others; there is no one click for all."""
    first, others = same[0], same[1:]
    named = ", ".join(repr(each.column) for each in others[:NAMED])
    what = f"{first.what}; {len(others):,} more columns are alike: {named} and others"
    return replace(first, what=what, remedy=None)
