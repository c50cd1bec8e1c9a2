"""Kinds of memory in which the text is.

ROOM(name) declares `char *name` there, with room for three texts. Shared memory is made by main and handed to both
threads; private memory is made by the thread that reads.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Memory:
    name: str
    room: str
    """Of the macro ROOM(name)."""
    declared: str = ""
    release: str | None = None
    """Gives it back; None: it cannot be given back."""
    shared: bool = True
    private: bool = True
    cxx: bool = False
    headers: tuple[str, ...] = ("stdlib.h",)


_MAKER: Final = "static void *maker(void *size) { return malloc((size_t)size); }\n"
_MADE: Final = (
    "pthread_t maker_; void *made_; pthread_create(&maker_, NULL, maker, (void *)(3 * SPAN)); "
    "pthread_join(maker_, &made_); char *name = (char *)made_"
)
_FIELD: Final = "struct record { long before; char text[3 * SPAN]; long after; };\n"
MEMORIES: Final = (
    Memory("stack", "char room_[3 * SPAN]; char *name = room_"),
    Memory("global", "char *name = room_", "static char room_[3 * SPAN];\n"),
    Memory("heap", "char *name = (char *)malloc(3 * SPAN)", release="free(text)"),
    Memory("heap-of-another", _MADE, _MAKER, release="free(text)", private=False),
    Memory("calloc", "char *name = (char *)calloc(3, SPAN)", release="free(text)"),
    Memory("large", "char *name = (char *)malloc(5 << 20) + (3 << 20)", release="free(text - (3 << 20))"),
    Memory("large-global", "char *name = room_ + (2 << 20)", "static char room_[3 << 20];\n"),
    Memory("field", "char *name = record.text", _FIELD + "static struct record record;\n"),
    Memory("heap-field", "char *name = ((struct record *)malloc(sizeof(struct record)))->text", _FIELD,
           release="free(text - offsetof(struct record, text))", headers=("stdlib.h", "stddef.h")),
    Memory("static-local", "char *name = made_room()", "static char *made_room(void) { static char room_[3 * SPAN]; "
           "return room_; }\n"),
    Memory("thread-local", "char *name = room_", "static __thread char room_[3 * SPAN];\n"),
    Memory("alloca", "char *name = (char *)alloca(3 * SPAN)", headers=("alloca.h",)),
    Memory("realloc", "char *name = (char *)realloc(malloc(8), 3 * SPAN)", release="free(text)"),
    Memory("std::string", "whole = new std::string(3 * SPAN, 'x'); char *name = &(*whole)[0]",
           "static std::string *whole;\n",
           release="delete whole", cxx=True, headers=("string",)),
    Memory("new", "char *name = new char[3 * SPAN]", release="delete[] text", cxx=True),
    Memory("std::vector", "whole = new std::vector<char>(3 * SPAN); char *name = whole->data()",
           "static std::vector<char> *whole;\n", release="delete whole", cxx=True, headers=("vector",)),
)  # fmt: skip
