"""Raddle: one run of a multithreaded C or C++ test, answered for all its interleavings.

One word per concept, the same everywhere:

program     what the user gives: C or C++ sources, or a binary built with the wrappers.
site        a line of the program's normalised IR text that a record can name: a block, a call.
visible     an operation that another thread could see or be blocked by; the scheduler switches only there.
recording   the file one run leaves behind (native/trace_format.h): blocks, values, synchronisation.
walk        rebuilding each thread's events from its recording and the IR, checking all that was logged.
event       one step of one thread in a trace: an access, a branch, a synchronisation, an ending.
access      an event that reads or writes memory.
trace       the events of one run with their terms: what a recording means.
term        an immutable expression over values read; it knows its value in the observed run.
object      memory named by what it is (symbol, stack slot, allocation), not by its number.
path        where a thread comes from, the same under every schedule: main, main.1, main.1.2.
schedule    who runs when: segments (thread, up to which of its visible events).
switch      the place in a schedule where another thread goes on.
pin         a place where the analysis kept the observed value; each one is an assumption.
assumption  what a verdict takes for granted and prints.
replay      running the real program under a given schedule.
outcome     how a run ended: exit, assertion, abort, deadlock, limit, divergence. Of an operation: see below.
divergence  a replay that could not follow its schedule.
trace program  what threads do, with every shared read a variable (CTP in CSSA form): per thread a graph of events.
chain       the graph with one way through it: what each thread of a recorded run did in order.
branches    the graph where there are several ways, as many runs showed them.
outcome     (of an operation) one of the events that leave one point of a graph; they exclude each other.
failure     an outcome that an assertion is there to prevent.
frontier    an outcome of which nobody has seen what comes behind it.
way         a run of a graph: its events in their order, and whom signals chose.
cell        a piece of shared memory that every access touches as a whole or not at all.
check       an assertion of the trace program: one execution of it.
move        one event of the trace program takes place.
section     from the acquire of a lock to its release.
goal        what is asked of a trace program: a check fails, two accesses race, nobody can move, an outcome is reached.
head        an event that is next in its thread where a goal is reached.
race        conflicting accesses that happens-before (model/clocks.py) does not order: they meet, or are unordered.
circle      threads that wait for each other's locks or ends.
standstill  a state in which nobody can move, and main has not ended.
stretch     a part of a thread in which nothing can stop it.
verse       a part of a thread across which nothing reaches: no term, no section, wait or region.
folded      of a trace program: equal verses of a thread are one, behind which it goes on as behind any of them.
cone        what can matter to one goal.
point       a state of one thread, between two of its events. Of a formula: an event whose order against other threads
            matters to it.
verdict     of one goal: violated (reached), holds (perhaps within a bound), undecided.
finding     a violation that some schedule reaches: predicted until a replay has reached it, then confirmed.
witness     the file that holds a finding's schedule and inputs.
"""

__version__ = "0.1.0.dev0"
