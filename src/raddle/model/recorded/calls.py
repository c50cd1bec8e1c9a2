"""Calls of library functions whose arguments need no pin: whatever they are given, the program cannot tell.

Output goes out, also through std::cout; what is freed is not used again; a sleep is no event. Where a program uses what
such a call returned (the number of characters printed), or may find again what it puts out, it can tell after all.
"""

import re
from typing import Final

from raddle.base.library.functions import ALL, How, LibraryFunction, Mark
from raddle.base.library.lookup import lookup
from raddle.ir import instructions as ins
from raddle.ir.dead_code import dead_divisions
from raddle.ir.module import GlobalVariable
from raddle.ir.types import PointerType, size_of
from raddle.ir.values import Expression, Global, Local, Operand, Text
from raddle.trace.code import Code, FunctionCode
from raddle.trace.formats import conversions
from raddle.trace.library_calls import LibraryCalls, by_number
from raddle.trace.program import Program
from raddle.trace.used_results import result_is_used

_OF_NAMESPACE_STD: Final = re.compile(r"_Z(?:St|NSt|NSo)")
_EMPTY: Final = re.compile(r"std::allocator<.*>::~?allocator")
"""An allocator is an object without contents."""
_CONSOLE: Final = frozenset(
    {"@_ZSt4cout", "@_ZSt4cerr", "@_ZSt4clog", "@_ZNSt3__14coutE", "@_ZNSt3__14cerrE", "@_ZNSt3__14clogE"}
)
_STANDARD: Final = frozenset({"@stdout", "@stderr"})
_LONGEST_CHAIN: Final = 100
_TEXTS: Final = (How.TEXT, How.WIDE, How.BYTES, How.OBJECT, How.DEEP, How.POINTER, How.VECTOR)


class Calls:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._library = LibraryCalls(program)
        self._known: dict[int, bool] = {}
        self._used: dict[int, bool] = {}
        self._does: dict[int, LibraryFunction | None] = {}
        self._code = Code(program)
        self._dead: dict[int, frozenset[int]] = {}

    def callee(self, site: int) -> str:
        return self._program.callee_at(site) if site else ""

    def does(self, site: int) -> LibraryFunction | None:
        """The function of a library that is called there; None: there is none, or a pointer says which."""
        if site not in self._does:
            self._does[site] = self._found(site)
        return self._does[site]

    def _found(self, site: int) -> LibraryFunction | None:
        code, call = self._call(site)
        if code is None or call is None or not isinstance(call.callee.value, Global):
            return None
        address = code.loaded.within.address.get(call.callee.value.name)
        if address is None or address in self._program.function_by_address:
            return None
        does = self._library.by_address.get(address)
        given = [argument.operand.value for argument in call.arguments[:3]]
        return does if does is None else by_number(does, [one if isinstance(one, int) else None for one in given])

    def _call(self, site: int) -> tuple[FunctionCode, ins.Call] | tuple[None, None]:
        found = self._code.at(site)
        return (found[0], found[1]) if found is not None and isinstance(found[1], ins.Call) else (None, None)

    def cannot_be_told(self, site: int) -> bool:
        """Whether the program goes on in the same way, whatever is given to the function called there."""
        if site not in self._known:
            self._known[site] = self._cannot_be_told(site)
        return self._known[site]

    def _cannot_be_told(self, site: int) -> bool:
        does = self.does(site)
        if does is None:
            return _EMPTY.fullmatch(self.callee(site)) is not None
        if does.is_output:
            is_cxx = does.name.startswith("_Z")
            used = not is_cxx and self.result_is_used(site)
            comes_back = self._comes_back(site, does) or self._may_fill(site, does)
            return self.is_output(site) and not used and not comes_back
        if does.marks & {Mark.FREES, Mark.IDLE}:
            return not self.result_is_used(site)
        return _EMPTY.fullmatch(self.callee(site)) is not None

    def is_output(self, site: int) -> bool:
        """Of the C library, or to a standard stream of C++."""
        does = self.does(site)
        return (
            does is not None
            and does.is_output
            and (not does.name.startswith("_Z") or self._goes_to_console(site, does))
        )

    def frees(self, site: int) -> bool:
        does = self.does(site)
        return does is not None and Mark.FREES in does.marks

    def _comes_back(self, site: int, does: LibraryFunction) -> bool:
        """Whether the program may find again what is put out there."""
        return self._library.redirects if self._goes_to_console(site, does) else self._library.opens

    def _may_fill(self, site: int, does: LibraryFunction) -> bool:
        """A format that is not known, or has something written."""
        at = next((one.argument for one in does.reads if one.how is How.FORMAT), None)
        code, call = self._call(site)
        if at is None or code is None or call is None or len(call.arguments) < at:
            return False
        return conversions(self._format_of(code, call.arguments[at - 1].operand)) is None

    def _goes_to_console(self, site: int, does: LibraryFunction) -> bool:
        """`std::cout << x << y`: what such a call returns is the stream again."""
        if does.output == ALL:
            return True
        code, call = self._call(site)
        for _ in range(_LONGEST_CHAIN):
            if code is None or call is None or does.output is None or len(call.arguments) < does.output:
                return False
            stream = call.arguments[does.output - 1].operand.value
            if isinstance(stream, Global):
                return stream.name in _CONSOLE
            made = code.made_by.get(stream.name) if isinstance(stream, Local) else None
            if isinstance(made, ins.Load):
                return isinstance(made.address.value, Global) and made.address.value.name in _STANDARD
            if not isinstance(made, ins.Call):
                return False
            call = made
            inner = self.does(code.loaded.within.site_base + call.line) or _of_a_header(call)
            if inner is None or inner.output is None:
                return False
            does = inner
        return False

    def goes_where_told(self, site: int) -> bool:
        """Whether what is called there goes to the address that it is given, wherever that is."""
        does = self.does(site)
        return does is not None and Mark.RECORDED in does.marks and bool(does.texts)

    def looks_at_given(self, site: int) -> bool:
        """Whether an address that is given there, and is no literal's, is one where it looks."""
        does, (code, call) = self.does(site), self._call(site)
        if does is None or code is None or call is None:
            return False
        given = [argument.operand for argument in call.arguments]
        looked_at: list[Operand] = []
        for one in does.reads:
            if one.how in _TEXTS or (one.how is How.LIST and not does.is_output):
                looked_at += given if one.argument == ALL else given[one.argument - 1 : one.argument]
            elif one.how in (How.FORMAT, How.SCAN):
                looked_at += self._formatted(code, given, one.argument)
        return any(isinstance(one.type, PointerType) and self._text_of(code, one) is None for one in looked_at)

    def keeps_given(self, site: int) -> bool:
        """Whether memory is given there that later calls may use."""
        does, (code, call) = self.does(site), self._call(site)
        if does is None or does.is_foreign or code is None or call is None:
            return False
        given = [call.arguments[one.argument - 1].operand for one in does.keeps if len(call.arguments) >= one.argument]
        named = [one for one in given if isinstance(one.value, Local | Global | Expression)]
        return any(self._text_of(code, one) is None for one in named)

    def _formatted(self, code: FunctionCode, given: list[Operand], at: int) -> list[Operand]:
        behind = given[at:]
        letters = conversions(self._format_of(code, given[at - 1])) if len(given) >= at else None
        if letters is None:
            return behind
        return [operand for operand, letter in zip(behind, letters, strict=False) if letter == "s"]

    def _format_of(self, code: FunctionCode, operand: Operand) -> str | None:
        """Of a literal; not of a wide one."""
        found = self._constant(code, operand)
        is_narrow = found is not None and (isinstance(found.initializer, Text) or size_of(found.type) == 1)
        return self._text_of(code, operand) if is_narrow else None

    def _text_of(self, code: FunctionCode, operand: Operand) -> str | None:
        """Of a literal; empty where it is none of characters."""
        found = self._constant(code, operand)
        if found is None:
            return None
        return (
            found.initializer.data.split(b"\0", 1)[0].decode("latin-1") if isinstance(found.initializer, Text) else ""
        )

    def _constant(self, code: FunctionCode, operand: Operand) -> GlobalVariable | None:
        name = operand.value.name if isinstance(operand.value, Global) else ""
        found = code.loaded.within.module.globals.get(name)
        return found if found is not None and found.constant else None

    def is_left_out(self, division: int) -> bool:
        """The compiled program does not do it: nobody needs its result."""
        found = self._code.at(division)
        if found is None:
            return False
        loaded = found[0].loaded
        if loaded.entry_site not in self._dead:
            self._dead[loaded.entry_site] = dead_divisions(loaded.function, loaded.within.module)
        return found[1].line in self._dead[loaded.entry_site]

    def result_is_used(self, site: int) -> bool:
        if site not in self._used:
            self._used[site] = result_is_used(self._program, site)
        return self._used[site]


def _of_a_header(call: ins.Call) -> LibraryFunction | None:
    """What the program has from a header of the C++ library does as the library's own would."""
    name = call.callee.value.name.lstrip("@").strip('"') if isinstance(call.callee.value, Global) else ""
    return lookup(name) if _OF_NAMESPACE_STD.match(name) else None
