"""Saved work: the log of a session, its project file on disk, and its replay."""
