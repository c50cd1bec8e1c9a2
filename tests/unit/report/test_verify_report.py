"""What `verify` says, as text and as JSON."""

import json

from raddle.base.place import SourcePlace
from raddle.report.result import Finding
from raddle.report.verified import Counts, Iteration, Verified
from raddle.report.verified_json import verified_json
from raddle.report.verified_text import verified_text

COUNTS = Counts(runs=7, guided=4, threads=3, points=20, events=31, seconds={"run": 0.5, "solve": 0.75})
ASKED = Iteration(runs=7, points=20, events=31, frontiers=5, asked="frontiers", reached=False, seconds=0.25)


def test_a_proof_says_what_is_proved_for_which_executions_and_what_is_assumed() -> None:
    verified = Verified(
        "bank",
        "proved",
        proved=("assertions",),
        executions_because="freedom from data races is not proved",
        inputs=("arguments: 2",),
        assumptions=("what the program prints does not come back to it",),
        counts=COUNTS,
        iterations=(ASKED,),
    )
    assert verified_text(verified) == (
        "PROVED: in every interleaving, no assertion fails, nothing aborts or crashes.\n"
        "  That is for sequentially consistent executions (freedom from data races is not\n"
        "  proved); 7 runs showed all 31 steps that threads can take.\n"
        "\n"
        "Under this input:\n"
        "  - arguments: 2\n"
        "\n"
        "Assumed:\n"
        "  - what the program prints does not come back to it\n"
        "\n"
        "7 runs (4 guided), 3 threads, 20 states, 31 steps, 1 question, 1.2 s\n"
    )


def test_a_proof_for_all_executions_says_so() -> None:
    verified = Verified("bank", "proved", proved=("assertions", "races"), executions="all", counts=COUNTS)
    text = " ".join(verified_text(verified).split())
    assert "no two accesses race" in text and "That is for all executions; 7 runs" in text


def test_a_bug_is_told_as_check_tells_it() -> None:
    place = SourcePlace("bank.c", 12, "main")
    finding = Finding("assertion", "confirmed", place, "x == 2 fails: x is 1", threads=2, switches=3)
    text = verified_text(Verified("bank", "bug", findings=(finding,), counts=COUNTS))
    assert text.startswith("bank.c:12: assertion can fail: x == 2\n    where x is 1\n")
    assert "CONFIRMED: the real program failed there" in text and "BUG: run 7 shows it.\n" in text


def test_unknown_says_why_what_to_try_and_how_far_it_came() -> None:
    verified = Verified(
        "bank", "unknown", reason="the time was over", advice="--budget S gives it more time", counts=COUNTS,
        iterations=(ASKED,),
    )  # fmt: skip
    text = " ".join(verified_text(verified).split())
    assert text.startswith("UNKNOWN: the time was over. To try: --budget S gives it more time. 7 runs found nothing;")
    assert "5 places" in text and "PROVED" not in text


def test_the_document_has_every_key_whatever_the_verdict() -> None:
    proved = json.loads(verified_json(Verified("bank", "proved", proved=("assertions",), iterations=(ASKED,))))
    unknown = json.loads(verified_json(Verified("bank", "unknown", reason="the time was over")))
    assert proved.keys() == unknown.keys() and proved["schema"] == 1
    assert (proved["verdict"], proved["executions"]) == ("proved", "sequentially consistent")
    assert (unknown["verdict"], unknown["executions"], unknown["reason"]) == ("unknown", None, "the time was over")
    assert proved["iterations"][0] == {
        "runs": 7, "states": 20, "steps": 31, "frontiers": 5, "asked": "frontiers", "reached": False, "seconds": 0.25,
    }  # fmt: skip
