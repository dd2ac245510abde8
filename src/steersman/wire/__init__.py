"""Actions to and from JSON, columns to and from binary frames, and the channel between them."""

from steersman.wire.channel import Channel

__all__ = ["Channel"]
