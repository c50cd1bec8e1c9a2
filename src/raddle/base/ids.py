"""Numbers that must not be mixed up."""

from typing import NewType

ThreadIndex = NewType("ThreadIndex", int)
"""Order of creation in one run, main is 0; across schedules use the thread's creation path."""

SiteId = NewType("SiteId", int)
"""site_base of a module + line in its normalised IR text."""

TermId = NewType("TermId", int)
"""Index in the term store of one trace."""

EventIndex = NewType("EventIndex", int)
"""Position of an event within its own thread, from 0."""
