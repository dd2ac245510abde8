"""Work that is kept: the log of a session, its file on disk, and doing it again."""
