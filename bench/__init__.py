"""Benchmarks: how long things take, as ratios taken side by side in one run. `python -m bench` writes docs/benchmarks.md.

Nothing here is a test: a goal that is missed is reported, not failed.
"""
