"""What became of a certificate that was checked, and how that is told."""

import json
from dataclasses import asdict, dataclass
from typing import Literal

from raddle.report.properties import Property
from raddle.report.result import Executions

NOT_SHOWN = (
    "Not shown by it: that the paths in it are those of the program (they were recorded when it was proved), and that "
    "raddle says in formulas what they mean."
)


@dataclass(frozen=True, slots=True)
class Rechecked:
    """One goal that is said to be out of reach."""

    goal: str
    """`a failure (3 events)`"""
    first: str
    second: str
    """The solvers: who found it, who was asked now."""
    assertions: int
    needed: int
    """Of them, in the core."""
    answer: Literal["impossible", "possible", "unknown"]
    reason: str
    """Of unknown."""
    seconds: float


@dataclass(frozen=True, slots=True)
class CheckedCertificate:
    program: str
    raddle: str
    """The version that made it."""
    properties: tuple[Property, ...]
    executions: Executions
    bound: str
    assumptions: tuple[str, ...]
    same_input: bool
    """Whether arguments and standard input were given too, and are the same."""
    goals: tuple[Rechecked, ...]

    @property
    def verdict(self) -> Literal["holds", "refuted", "unknown"]:
        answers = {goal.answer for goal in self.goals}
        return "refuted" if "possible" in answers else "unknown" if "unknown" in answers else "holds"


def told_certificate(checked: CheckedCertificate, form: Literal["text", "json"]) -> str:
    if form == "json":
        return json.dumps({"certificate": checked.verdict, **asdict(checked)}, indent=2)
    return _text(checked)


def _text(checked: CheckedCertificate) -> str:
    what = ", ".join(checked.properties)
    lines = [f"Certificate of {checked.program}, made by raddle {checked.raddle}: {what} proved, {_for(checked)}"]
    lines += [f"  {_line(goal)}" for goal in checked.goals]
    if not checked.goals:
        lines.append("  nothing can fail on its paths, and nothing leaves them")
    if checked.bound:
        lines.append(f"  only {checked.bound}")
    lines += [f"  assuming: {one}" for one in checked.assumptions]
    match checked.verdict:
        case "holds":
            lines += ["", "The certificate holds.", NOT_SHOWN]
        case "refuted":
            lines += ["", "REFUTED: what it says to be impossible has a solution. Nothing is proved by it."]
        case "unknown":
            lines += ["", "Inconclusive: the second solver has no answer. --budget S gives it more time."]
    return "\n".join(lines)


def _for(checked: CheckedCertificate) -> str:
    of = "all executions" if checked.executions == "all" else "sequentially consistent executions"
    same = "the program, its arguments and its input are" if checked.same_input else "the program is"
    return f"for {of}; {same} unchanged"


def _line(goal: Rechecked) -> str:
    said = {
        "impossible": f"{goal.second} agrees",
        "possible": f"{goal.second} finds a solution",
        "unknown": f"{goal.second} does not know ({goal.reason})",
    }[goal.answer]
    return (
        f"{goal.goal}: impossible by {goal.first}, from {goal.needed:,} of {goal.assertions:,} assertions; "
        f"{said} ({goal.seconds:.1f} s)"
    )
