"""Ways to say that a person decides some rows: "ask a person about at most 5 %".

referral = verb [relation] amount [rows] ["to" person]
         | verb "as" ("few" | ...) [rows] "as possible"
verb     = "ask a person" ["about"] | "refer" | "abstain" ["on"] | "send" | "leave" | "hand" | ...
"""

from __future__ import annotations

import re

from steersman.learn.wants.amounts import Amount, amount, relation, sees_amount, sees_relation
from steersman.learn.wants.reader import Reader

PERSON = r"(?:an?\s+|the\s+)?(?:person|human|people|humans|expert|reviewer)s?\b"
ROWS = r"(?:of\s+)?(?:the\s+|all\s+)?(?:rows?|cases?|documents?|mails?|them)\b"
ASK = re.compile(rf"(?:ask|consult)\s+{PERSON}(?:\s+(?:for|about|on))?", re.IGNORECASE)
REFER = re.compile(r"(?:refer|abstain|escalate)\b(?:\s+(?:on|from))?", re.IGNORECASE)
# These say that a person decides only with "to a person" behind the number.
SEND = re.compile(r"(?:send|hand|pass|leave|give)\b(?:\s+over)?", re.IGNORECASE)
OF_ROWS = re.compile(ROWS, re.IGNORECASE)
TO_PERSON = re.compile(rf"(?:over\s+)?(?:to|for)\s+{PERSON}", re.IGNORECASE)
AS_FEW = re.compile(
    rf"as\s+(?:few|little|rarely|seldom)(?:\s+{ROWS})?\s+as\s+possible(?:\s+to\s+{PERSON})?",
    re.IGNORECASE,
)


def referral_limit(reader: Reader) -> tuple[str, Amount] | None:
    """The comparison and the number of "send at most 5 % to a person", if it is one.

    >>> way, given = referral_limit(Reader("ask a person about at most 5 %"))
    >>> way, given.value
    ('<=', 0.05)
    """
    start = reader.at
    sure = reader.take(ASK) or reader.take(REFER)
    if not (sure or reader.take(SEND)):
        return None
    if sees_relation(reader) or sees_amount(reader):
        # "ask a person about 5 %" means at most.
        way = relation(reader) if sees_relation(reader) else "<="
        given = amount(reader)
        reader.take(OF_ROWS)
        if reader.take(TO_PERSON) or sure:
            return way, given
    reader.at = start
    return None


def takes_fewest_referrals(reader: Reader) -> bool:
    """Whether "refer as few as possible" comes next; it is skipped."""
    start = reader.at
    if (reader.take(ASK) or reader.take(REFER) or reader.take(SEND)) and reader.take(AS_FEW):
        return True
    reader.at = start
    return False
