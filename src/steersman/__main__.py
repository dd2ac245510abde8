"""`python -m steersman` is the command line."""

from steersman.cli import main

main()
