"""`python -m topstretch` is the command."""

from .cli import main

main()
