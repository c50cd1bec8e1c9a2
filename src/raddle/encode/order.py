"""Which order of events does not depend on the run: what every axiom asks first."""

from abc import ABC, abstractmethod


class Order(ABC):
    """Call it with two events: whether a comes before b, if both take place."""

    @abstractmethod
    def __call__(self, a: int, b: int) -> bool: ...

    @abstractmethod
    def needs(self, b: int, a: int) -> bool:
        """If b takes place, so does a."""

    @abstractmethod
    def excludes(self, a: int, b: int) -> bool:
        """Whether they never take place both."""
