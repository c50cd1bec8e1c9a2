"""Rules of model/rules, each broken in one place.

Not among them, since no run of a well-formed program shows it: that who does not hold a lock gives it back, that a
thread is created twice or a region begun in a region, that a once ends which has not begun; nor are words."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Mutant:
    file: str
    """Of model/rules, without its suffix."""
    name: str
    """What it comes to."""
    old: str
    new: str
    """The text there, and what stands in its place."""


def _of(file: str, *mutants: tuple[str, str, str]) -> tuple[Mutant, ...]:
    return tuple(Mutant(file, *one) for one in mutants)


_LOCK: Final = _of(
    "lock",
    ("writers keep nobody out", "lambda slots: slots[slot] == FREE", "lambda slots: True"),
    ("readers keep no writer out", "lambda slots: slots[slot] == FREE", "lambda slots: slots[slot] >= FREE"),
    ("writers keep no reader out", "lambda slots: slots[slot] >= FREE", "lambda slots: True"),
    ("readers keep readers out", "lambda slots: slots[slot] >= FREE", "lambda slots: slots[slot] == FREE"),
    ("a writer gets nothing", "put(slot, -1 - thread) if", "add(slot, 0) if"),
    ("a reader gets nothing", "else add(slot, 1)", "else add(slot, 0)"),
    ("a reader locks alone", "else add(slot, 1)", "else put(slot, -1 - thread)"),
    ("a writer gives nothing back", "put(slot, FREE) if", "add(slot, 0) if"),
    ("a reader gives nothing back", "else add(slot, -1)", "else add(slot, 0)"),
    ("a reader gives all back", "else add(slot, -1)", "else put(slot, FREE)"),
    ("tries are refused at any time", "Rule(negated(_is_free(number, mode, layout)), why", "Rule(why"),
    ("tries are refused at free locks", "Rule(negated(_is_free(number, mode, layout)), why",
     "Rule(_is_free(number, mode, layout), why"),
    ("nobody waits for locks", 'Traits(lock, waits, "lock {}"', 'Traits(lock, False, "lock {}"'),
    ("tries wait for locks", 'Traits(lock, waits, "lock {}"', 'Traits(lock, True, "lock {}"'),
    ("nobody stands before locks", "kept = negated(free) if waits else None", "kept = None"),
    ("tries stand before locks", "kept = negated(free) if waits else None", "kept = negated(free)"),
    ("who stands goes on", "kept = negated(free) if waits else None", "kept = free if waits else None"),
    ("nobody is waited for", "(number, mode) if waits else None", "None"),
    ("readers exclude readers", "return Mode.EXCLUSIVE in (held, wanted)", "return True"),
    ("readers exclude nobody", "return Mode.EXCLUSIVE in (held, wanted)", "return held is Mode.EXCLUSIVE"),
    ("sections learn nothing", ", acquires=_left_to(number, mode))", ")"),
    ("sections leave nothing", ", releases=at(left_by(number, mode)))", ")"),
    ("sections of readers are ordered", "for held in Mode if excludes(held, mode)", "for held in Mode"),
    ("who gets a lock does not hold it", ", begins=Stretch(lock, mode))", ")"),
    ("who gives a lock back holds it", "Traits(lock, ends=Stretch(lock, mode), ", "Traits(lock, "),
    ("nothing is said to keep who wants a lock", ", begins=Stretch(lock, mode))",
     ", begins=Stretch(lock, mode), never_kept=True)"),
    ("sections are said to learn nothing", ", begins=Stretch(lock, mode))",
     ", begins=Stretch(lock, mode), learns_nothing=True)"),
    ("nothing is said to keep tries from being refused", "Traits(lock, learns", "Traits(lock, never_kept=True, learns"),
)  # fmt: skip
_CONDITION: Final = _of(
    "condition",
    ("waits keep their lock", "        release(slots)\n", ""),
    ("waits do not begin", "        begin(slots)\n", ""),
    ("waits leave nothing behind their lock", "        releases=at(left_by(lock, Mode.EXCLUSIVE)),\n", ""),
    ("who waits holds the lock", "begins=Stretch(condition), ends=given_back, ", "begins=Stretch(condition), "),
    ("nothing is said to keep wakes", "ends=Stretch(condition), learns",
     "ends=Stretch(condition), never_kept=True, learns"),
    ("wakes need no signal", "lambda slots: slots[own] == chosen, end", "lambda slots: True, end"),
    ("wakes by time come behind a choice", "lambda slots: slots[own] == waiting, end", "lambda slots: True, end"),
    ("wakes by anything need a choice", "lambda slots: slots[own] in (waiting, chosen), end",
     "lambda slots: slots[own] == chosen, end"),
    ("who has woken waits", "end = put(own, _NOT_WAITING)", "end = put(own, waiting)"),
    ("who is chosen stands", "(lambda slots: slots[own] == waiting) if action.waits",
     "(lambda slots: True) if action.waits"),
    ("nobody stands before wakes", "in_vain = (lambda slots: slots[own] == waiting) if action.waits else None",
     "in_vain = None"),
    ("nobody waits for signals", 'may_stand = waits and cause == "signal"', "may_stand = False"),
    ("waits with a time limit wait", 'may_stand = waits and cause == "signal"', 'may_stand = cause == "signal"'),
    ("broadcasts choose nobody", "                        slots[slot] = chosen\n",
     "                        slots[slot] = waiting\n"),
    ("signals find nobody", "if slots[layout.waits + thread] == waiting]", "if False]"),
    ("signals may choose nobody", "if chosen is None and waiting:", "if False:"),
    ("signals may choose whoever they like", "if chosen is not None and chosen not in waiting:", "if False:"),
    ("signals choose for nothing", "slots[layout.waits + chosen] += 1", "slots[layout.waits + chosen] += 0"),
)  # fmt: skip
_SEMAPHORE: Final = _of(
    "semaphore",
    ("takes need nothing", "return slots[slot] > 0", "return True"),
    ("takes need two", "return slots[slot] > 0", "return slots[slot] > 1"),
    ("takes leave the count", "add(slot, -1)", "add(slot, 0)"),
    ("posts leave the count", "add(slot, 1)", "add(slot, 0)"),
    ("posts count twice", "add(slot, 1)", "add(slot, 2)"),
    ("counts are at least that", "slots[slot] == value", "slots[slot] >= value"),
    ("nobody waits for posts", 'Traits(semaphore, waits, "', 'Traits(semaphore, False, "'),
    ("nobody stands before takes", "kept = negated(above_zero) if waits else None", "kept = None"),
    ("tries to take stand", "kept = negated(above_zero) if waits else None", "kept = negated(above_zero)"),
    ("takes learn nothing", ", acquires=posted)", ")"),
    ("nothing is said to keep takes", '"semaphore {}")', '"semaphore {}", never_kept=True)'),
    ("takes are said to learn nothing", '"semaphore {}")', '"semaphore {}", learns_nothing=True)'),
    ("nothing is said to keep counts", "(semaphore, learns_nothing", "(semaphore, never_kept=True, learns_nothing"),
    ("posts leave nothing", ", releases=posted)", ")"),
)
_BARRIER: Final = _of(
    "barrier",
    ("the first of a round is its last", "is_last=place == parties - 1", "is_last=place == 0"),
    ("nobody is counted", "slots[arrived] += 1", "slots[arrived] += 0"),
    ("rounds need one more", "< (_turn(slots[own]) + 1) * parties", "<= (_turn(slots[own]) + 1) * parties"),
    ("rounds need nobody", " and not is_incomplete(slots)", ""),
    ("the last is anybody", "(last is None or _was_last(slots[own]) == last)", "True"),
    ("where nobody looks, nobody is the last", "(last is None or _was_last(slots[own]) == last)",
     "_was_last(slots[own]) == bool(last)"),
    ("all rounds are the first", "return 1 + 2 * turn + is_last", "return 1 + is_last"),
    ("nobody waits for others", "Traits(barrier, True,", "Traits(barrier, False,"),
    ("nobody stands at barriers", "why_not, is_incomplete, acquires", "why_not, acquires"),
    ("departures learn nothing", ", acquires=left_there)", ")"),
    ("nothing is said to keep departures", ", ends=Stretch(barrier))", ", ends=Stretch(barrier), never_kept=True)"),
    ("departures are said to learn nothing", ", ends=Stretch(barrier))",
     ", ends=Stretch(barrier), learns_nothing=True)"),
    ("arrivals leave nothing", ", releases=left)", ")"),
    ("all rounds are ordered", 'return "barrier", barrier, turn', 'return "barrier", barrier'),
)  # fmt: skip
_ONCE: Final = _of(
    "once",
    ("everybody begins", "Rule(stands_at(NOT_BEGUN), put", "Rule(lambda slots: True, put"),
    ("nothing begins", "put(slot, BEGUN)", "put(slot, NOT_BEGUN)"),
    ("nothing ends", "put(slot, DONE)", "put(slot, BEGUN)"),
    ("an end begins anew", "put(slot, DONE)", "put(slot, NOT_BEGUN)"),
    ("passes need a beginning only", "Rule(stands_at(DONE), nothing", "Rule(lambda slots: slots[slot] > 0, nothing"),
    ("who comes first waits for nobody", "Traits(once, True, _AWAITED, begins", "Traits(once, False, _AWAITED, begins"),
    ("who comes later waits for nobody", "return Traits(once, True, _AWAITED)", "return Traits(once)"),
    ("who comes first stands nowhere", 'f"{name} has begun already", goes_on)', 'f"{name} has begun already")'),
    ("who comes later stands nowhere", 'is not done", goes_on, acquires', 'is not done", acquires'),
    ("whoever cannot pass stands", "goes_on = stands_at(BEGUN)", "goes_on = stands_at(NOT_BEGUN)"),
    ("passes learn nothing", ", acquires=end)", ")"),
    ("nothing is said to keep who comes first", "begins=Stretch(once), ", "begins=Stretch(once), never_kept=True, "),
    ("nothing is said to keep who comes later", "_AWAITED)\n", "_AWAITED, never_kept=True)\n"),
    ("passes are said to learn nothing", "_AWAITED)\n", "_AWAITED, learns_nothing=True)\n"),
    ("ends leave nothing", ", releases=end)", ")"),
)
_THREAD: Final = _of(
    "thread",
    ("threads start before they are created", "return Rule(created, why_not", "return Rule(why_not"),
    ("joins need no end", "return Rule(ended, nothing", "return Rule(lambda slots: True, nothing"),
    ("nobody waits for an end", "child), waits, ", "child), False, "),
    ("nobody stands before joins", "in_vain = negated(ended) if waits else None", "in_vain = None"),
    ("tries to join stand", "in_vain = negated(ended) if waits else None", "in_vain = negated(ended)"),
    ("who is joined is not waited for", "child if waits else None", "None"),
    ("nothing is said to keep starts", "return Traits()", "return Traits(never_kept=True)"),
    ("starts are said to learn nothing", "return Traits()", "return Traits(learns_nothing=True)"),
    ("nothing is said to keep joins", "child if waits else None)", "child if waits else None, never_kept=True)"),
    ("joins are said to learn nothing", "child if waits else None)", "child if waits else None, learns_nothing=True)"),
    ("starts learn nothing", ', acquires=at(("created", thread)))', ")"),
    ("creates leave nothing", ', releases=at(("created", child)))', ")"),
    ("joins learn nothing", ', acquires=at(("ended", child)))', ")"),
    ("exits leave nothing", ', releases=at(("ended", thread)))', ")"),
    ("on paths nobody is created", "layout.create(child), why_not", "nothing, why_not"),
    ("on paths nobody ends", "Rule(change=layout.end(thread), releases", "Rule(releases"),
)
_OTHERS: Final = (
    *_of(
        "region",
        ("regions keep nobody out", "free = put(owner, mine)", "free = put(owner, NOBODY)"),
        ("regions do not end", "free = put(owner, NOBODY)", "free = put(owner, mine)"),
        ("regions that are made up are ordered", "left = nowhere if action.made_up else at", "left = at"),
        ("regions learn nothing", '"its thread is in a region", acquires=left)', '"its thread is in a region")'),
        ("regions are said to learn nothing", "learns_nothing=made_up", "learns_nothing=True"),
        ("regions leave nothing", '"its thread is in no region", releases=left)', '"its thread is in no region")'),
    ),
    *_of(
        "fence",
        ("fences learn nothing", "at(seen_by_reads(thread)) if action.order.acquires else nowhere", "nowhere"),
        ("fences are said to learn nothing", "learns_nothing=not action.order.acquires", "learns_nothing=True"),
        ("fences leave nothing", "at(left_for_writes(thread)) if action.order.releases else nowhere", "nowhere"),
        ("all fences acquire", " if action.order.acquires else nowhere", ""),
        ("all fences release", " if action.order.releases else nowhere", ""),
    ),
    *_of("process_end", ("the process goes on", "put(layout.ended, 1)", "put(layout.ended, 0)")),
    *_of(
        "free",
        ("memory is given back again", "if any(slots[slot] for slot in gone):", "if False:"),
        ("memory that is given back stays", "        slots[slot] = 1\n", "        slots[slot] = 0\n"),
        ("variables are given back once", "return not free.of_frame and not layout", "return not layout"),
        ("whatever is freed, it is that memory", "if free.when is None or values.of(free.when, slots) == 1 else ()",
         "if True else ()"),
        ("memory that is resized is gone", "gone if not free.goes_on else ()", "gone"),
    ),
)
MUTANTS: Final = (*_LOCK, *_CONDITION, *_SEMAPHORE, *_BARRIER, *_ONCE, *_THREAD, *_OTHERS)
