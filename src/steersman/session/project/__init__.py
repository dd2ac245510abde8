"""The project room: the name of the work, its notes, and the file it is saved in."""
