"""What can be looked for."""

from typing import Final, Literal

Property = Literal["assertions", "exit", "races", "atomicity", "deadlocks", "memory", "misuse"]
PROPERTIES: Final[tuple[Property, ...]] = ("assertions", "exit", "races", "atomicity", "deadlocks", "memory", "misuse")
