"""Everything that calls Arrow: tables from files, and operations on whole columns."""
