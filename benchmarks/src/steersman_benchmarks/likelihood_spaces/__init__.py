"""The likelihood-spaces paper: its states, tables and planes beside ours."""
