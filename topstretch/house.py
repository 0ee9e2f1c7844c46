"""The two versions of the game, and house rules: the two readings that are not a chart. All else that a house changes is a
chart of its own.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

from attrs import field, fields, frozen

from .errors import fault

QUICKPLAY, FULLPLAY = "quickplay", "fullplay"
VERSIONS = (QUICKPLAY, FULLPLAY)


def check_target(instance: object, attribute: object, value: object) -> None:
    """Attrs validator of `factor_target`."""
    if value not in ("figure", "dice"):
        raise fault("factor_target", value, "figure or dice")


def check_flag(instance: object, attribute: object, value: object) -> None:
    """Attrs validator of a rule that is on or off."""
    if not isinstance(value, bool):
        raise fault("allow_same_horse", value, "true or false")


@frozen
class Rules:
    """`factor_target`: the race factor changes the chart's `figure`, or the `dice` total before it is read (D2).
    `allow_same_horse`: two cards of one horse may meet (D13)."""

    factor_target: Literal["figure", "dice"] = field(default="figure", validator=check_target)
    allow_same_horse: bool = field(default=False, validator=check_flag)

    @classmethod
    def parse(cls, settings: Iterable[str]) -> "Rules":
        """Rules from `NAME=VALUE` texts, as the command takes them."""
        values: dict[str, str | bool] = {}
        known = [attribute.name for attribute in fields(cls)]
        flags: Mapping[str, bool] = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
        for setting in settings:
            name, equals, value = setting.partition("=")
            if not equals or name not in known or name in values:
                raise fault("--rule", setting, "NAME=VALUE once each, with NAME one of " + ", ".join(known))
            values[name] = flags.get(value.lower(), value) if name == "allow_same_horse" else value.lower()
        return cls(**values)  # type: ignore[arg-type]
