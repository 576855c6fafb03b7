"""`python -m gruppetto.cli`."""

from gruppetto.cli import main

main()
