"""Which features a decision rests on."""

from steersman.learn.explain.occlusion import occlusion_pushes, usual_values

__all__ = [
    "occlusion_pushes",
    "usual_values",
]
