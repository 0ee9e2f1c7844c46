"""Ticket Gagnant (Winning Ticket), the board game of cards and predictions for 2 to 6 players (clauses G1 to G12).

A meeting: `play` seats players and plays the races by seed; `Meeting` holds every draw and choice, and `replay` plays it
again from its log. A race: `deal` lays it out, `predict` takes the tickets, `legal_moves` and `apply` go from one plain
`State` to the next, `finish` ranks the horses, `score` scores a ticket. Many meetings: `simulate` counts how often each
style of prediction pays. A player is a function `(view, options, draws) -> option`, such as `random_player` or
`look_ahead`. What the rule text leaves to the box stands in tables, see `load_tables`.
"""

from .course import Course, Space
from .display import board_text, state_text
from .meeting import RACES, Meeting, RaceRecord
from .moves import apply, legal_moves
from .players import PLAYERS, Phase, Player, View, backed_by_hand, look_ahead, random_player
from .playing import play
from .replaying import replay
from .scoring import Result, Score, finish, score
from .simulation import STYLES, Simulation, simulate
from .state import Move, Photo, Prediction, Setup, State, deal, legal_predictions, predict
from .tables import HORSES, Card, Style, Tables, load_tables

__all__ = [
    "HORSES",
    "PLAYERS",
    "RACES",
    "STYLES",
    "Card",
    "Course",
    "Meeting",
    "Move",
    "Phase",
    "Photo",
    "Player",
    "Prediction",
    "RaceRecord",
    "Result",
    "Score",
    "Setup",
    "Simulation",
    "Space",
    "State",
    "Style",
    "Tables",
    "View",
    "apply",
    "backed_by_hand",
    "board_text",
    "deal",
    "finish",
    "legal_moves",
    "legal_predictions",
    "load_tables",
    "look_ahead",
    "play",
    "predict",
    "random_player",
    "replay",
    "score",
    "simulate",
    "state_text",
]
