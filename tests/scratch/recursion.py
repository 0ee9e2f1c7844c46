"""The race solved again, as plainly as can be: every position of the seven tokens, in whole numbers. No package code."""

from collections import defaultdict
from fractions import Fraction

WAYS = {total: sum(red + white == total for red in range(1, 7) for white in range(1, 7)) for total in range(2, 13)}
COLUMN = {2: 3, 3: 4, 4: 5, 5: 6, 6: 7, 7: 8, 8: 7, 9: 6, 10: 5, 11: 4, 12: 3}  # squares, from the board


def solve(scratched):
    """(chance to win by running horse, expected throws of the race), as fractions.

    `reach[position]` is the number of ways to be at a position after so many moves, each move weighted by its ways on two
    dice; a chance is such a number over together ** moves.
    """
    running = [horse for horse in WAYS if horse not in scratched]
    together = sum(WAYS[horse] for horse in running)
    win = dict.fromkeys(running, Fraction(0))
    moves = Fraction(0)
    reach = {(0,) * len(running): 1}
    made = 0
    while reach:
        made += 1
        further = defaultdict(int)
        won = dict.fromkeys(running, 0)
        for position, number in reach.items():
            for place, horse in enumerate(running):
                if position[place] + 1 == COLUMN[horse]:
                    won[horse] += number * WAYS[horse]
                else:
                    step = (*position[:place], position[place] + 1, *position[place + 1 :])
                    further[step] += number * WAYS[horse]
        for horse, number in won.items():
            win[horse] += Fraction(number, together**made)
            moves += made * Fraction(number, together**made)
        reach = further
    return win, moves * Fraction(36, together)
