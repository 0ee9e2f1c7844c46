"""The steps of tools/calibrate.py."""
