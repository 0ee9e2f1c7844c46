"""The scratch race: eleven horses numbered 2 to 12, two dice, 44 tickets, four scratches and one pot.

`play` plays a session by a seed or from its log, `simulate` and `simulate_sessions` run many races and sessions, `exact` has
the chances without sampling. `docs/scratch-race.md` has the rules as clauses S1 to S10. Money is in whole units in sessions,
in entry fees elsewhere.
"""

from .many_sessions import SessionSimulation, simulate_sessions
from .playing import play
from .records import Race, Session, Throw
from .replaying import ReplayLog
from .rules import HORSES, Settings
from .simulation import Simulation, simulate
from .solver import Exact, SetChances, exact

__all__ = [
    "HORSES",
    "Exact",
    "Race",
    "ReplayLog",
    "Session",
    "SessionSimulation",
    "SetChances",
    "Settings",
    "Simulation",
    "Throw",
    "exact",
    "play",
    "simulate",
    "simulate_sessions",
]
