"""The rules of the race, each once: pure functions on arrays shaped (horses, races).

A rating that is the same in every race is shaped (horses, 1); what belongs to the race is (1, races). The functions are
handed their rolls and never draw. Open `quickplay` or `fullplay` first: the steps in their order, and nothing else.
"""
