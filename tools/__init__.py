"""Programs for those who work on Steersman."""
