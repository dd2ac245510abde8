"""The data room: a file on its way to become the session's data."""
