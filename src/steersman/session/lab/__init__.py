"""The lab: classic classifiers on points of the plane."""
