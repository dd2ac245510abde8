"""What Arrow does for us: tables from files, their columns at a stroke. No other room calls it."""
