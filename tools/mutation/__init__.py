"""What `tools/mutants.py` is made of."""
