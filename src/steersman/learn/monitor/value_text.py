"""Values of measures as a person reads them."""

from __future__ import annotations

from steersman.learn.wants import Bound, share_text


def value_text(bound: Bound, value: float) -> str:
    """A value of the bound's measure: shares in percent."""
    return share_text(value) if bound.definition.is_share else f"{value:,.4g}"
