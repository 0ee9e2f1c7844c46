"""A second, plain statement of the rules, to judge the engine by.

It replays a dice log one horse at a time, straight from the rules and the chart
files, and shares no code with the package. Ids such as R4 or D7 in the docstrings
are those of the clauses and decisions of the rules.
"""
