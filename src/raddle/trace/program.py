"""The program of a recording: its modules, where they lay in memory, and the way from a site back to the source."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Final

from raddle.base.errors import InternalError
from raddle.base.failing import WHATEVER_THE_STATUS, Failing
from raddle.base.frameworks.checks import known
from raddle.base.place import SourcePlace
from raddle.ir.cxx_names import short_name
from raddle.ir.debuginfo import DebugInfo
from raddle.ir.module import Function, GlobalVariable, Module
from raddle.ir.parse import parse_module
from raddle.ir.types import ArrayType, StructType, Type, resolved, size_of
from raddle.ir.values import Constant, Expression, Global, Operand, Undefined, Zero
from raddle.trace.providers import Providers
from raddle.trace.recorded import Module as RecordedModule

_CALLEE = re.compile(r'@"?([-\w.$]+)"?\(')
_SYSTEM_HEADER = re.compile(
    r"^/usr/(?:include|lib|local/include)/|/include/c\+\+/|/libcxx(?:abi)?/(?:include|src)/"
    r"|/raddle/native/(?:(?:lib)?cxx(?:_headers)?/|clibrary/|program/|other_main/|cxx_strings\.h$)|(?:^|/)raddle\.h$"
)
"""The last two are what we have written: in the place of the standard library's own, and for the program's marks."""


@dataclass(frozen=True)
class LoadedModule:
    """A module at its addresses."""

    module: Module
    site_base: int
    address: dict[str, int]
    scalars: dict[int, tuple[int, int] | None] = field(default_factory=dict, repr=False, compare=False)
    """What the walk has found its constant operands to be worth, by their identity: they live as long as the module."""

    @cached_property
    def debug(self) -> DebugInfo:
        return DebugInfo(self.module.text)

    def constant(self, operand: Operand) -> int:
        """The value of a constant operand of scalar type."""
        match operand.value:
            case Constant(bits):
                return bits
            case Undefined() | Zero():
                return 0
            case Global(name):
                return self.address[name]
            case Expression() as expression:
                return self._expression(expression)
            case other:
                raise InternalError(f"{other} has no constant value")

    def _expression(self, expression: Expression) -> int:
        values = [self.constant(operand) for operand in expression.operands]
        match expression.opcode:
            case "getelementptr":
                assert expression.source is not None
                indices = zip(values[1:], expression.operands[1:], strict=True)
                return (values[0] + element_offset(expression.source, [_signed(v, o) for v, o in indices])) % 2**64
            case "ptrtoint" | "inttoptr" | "bitcast" | "addrspacecast" | "ptrtoaddr":
                return values[0]
            case "trunc":
                assert expression.source is not None
                return int(values[0] % 2 ** (8 * size_of(expression.source)))
            case "add":
                return (values[0] + values[1]) % 2**64
            case "sub":
                return (values[0] - values[1]) % 2**64
            case "mul":
                return (values[0] * values[1]) % 2**64
            case "xor":
                return values[0] ^ values[1]
            case "and":
                return values[0] & values[1]
            case "or":
                return values[0] | values[1]
            case other:
                raise InternalError(f"constant expression {other!r} is not known")


@cache
def is_system_header(file: str) -> bool:
    """Or a file of a test framework, wherever that was put: nobody looks for his bug there."""
    return _SYSTEM_HEADER.search(file) is not None or any(part in f"/{file}" for part in known().files)


def _signed(value: int, operand: Operand) -> int:
    bits = 8 * size_of(operand.type)
    return value - (1 << bits) if value >> (bits - 1) & 1 else value


def element_offset(source: Type, indices: Sequence[int]) -> int:
    """Bytes that constant getelementptr indices add to the base."""
    offset = indices[0] * size_of(source)
    current = resolved(source)
    for index in indices[1:]:
        if isinstance(current, StructType):
            offset += current.offsets[index]
            current = resolved(current.fields[index])
        else:
            assert isinstance(current, ArrayType)
            offset += index * size_of(current.element)
            current = resolved(current.element)
    return offset


@dataclass(frozen=True)
class LoadedFunction:
    """A function at its module."""

    function: Function
    within: LoadedModule

    @property
    def address(self) -> int:
        """Of several weak definitions the linker kept one, and all have its address."""
        return self.within.address[self.function.name]

    @property
    def entry_site(self) -> int:
        return self.within.site_base + self.function.entry_line


@dataclass(frozen=True)
class Program:
    modules: tuple[LoadedModule, ...]
    providers: Providers = field(default_factory=Providers, repr=False, compare=False)
    failing: Failing = WHATEVER_THE_STATUS
    """What counts as a failed test."""

    @classmethod
    def of(
        cls,
        modules: Sequence[RecordedModule],
        providers: Providers | None = None,
        failing: Failing = WHATEVER_THE_STATUS,
    ) -> "Program":
        """Runs of one program share it, with all that was read of it, as long as it is at hand."""
        providers = providers or Providers()
        read_from = tuple((one.compressed, one.site_base, one.addresses.tobytes()) for one in modules)
        key = (read_from, providers.files, frozenset(providers.stand_ins.items()), failing)
        known = next((program for made_of, program in _AT_HAND if made_of == key), None)
        if known is None:
            known = cls._read(modules, providers, failing)
            _AT_HAND.append((key, known))
        return known

    @classmethod
    def _read(cls, modules: Sequence[RecordedModule], providers: Providers, failing: Failing) -> "Program":
        loaded = []
        for recorded in sorted(modules, key=lambda module: module.site_base):
            module = parse_module(recorded.text)
            if len(module.address_names) != len(recorded.addresses):
                raise InternalError("a module's table of addresses does not fit its text")
            if module.site_count != recorded.sites:
                raise InternalError("a module's sites do not fit its text")
            pairs = zip(module.address_names, (int(address) for address in recorded.addresses), strict=True)
            nowhere = {name: 0 for name, variable in module.globals.items() if variable.is_metadata}
            loaded.append(LoadedModule(module, recorded.site_base, nowhere | dict(pairs)))
        return cls(tuple(loaded), providers, failing)

    @cached_property
    def functions(self) -> tuple[LoadedFunction, ...]:
        return tuple(
            LoadedFunction(function, within) for within in self.modules for function in within.module.functions.values()
        )

    @cached_property
    def function_by_entry(self) -> dict[int, LoadedFunction]:
        return {function.entry_site: function for function in self.functions}

    @cached_property
    def function_by_address(self) -> dict[int, LoadedFunction]:
        """Where several weak definitions have one address, any of them: only its entry tells which one runs."""
        found: dict[int, LoadedFunction] = {}
        for loaded in self.functions:
            found.setdefault(loaded.address, loaded)
        return found

    @cached_property
    def own_files(self) -> frozenset[str | None]:
        """Those with code that was built with raddle. What else lies in them was linked in."""
        return frozenset({self.providers.file_of(function.address) for function in self.functions} - {None})

    @cached_property
    def outside(self) -> dict[int, str]:
        """Address -> the name, as the linker knows it, of a function that is not the program's own."""
        found: dict[int, str] = {}
        for within in self.modules:
            for name in within.module.declarations:
                if name in within.address:
                    found[within.address[name]] = name.lstrip("@").strip('"')
        return found

    @cached_property
    def _places(self) -> dict[int, SourcePlace | None]:
        """Those that were asked for: long runs ask for the same ones very often."""
        return {}

    def module_of(self, site: int) -> LoadedModule:
        for within in reversed(self.modules):
            if site >= within.site_base:
                return within
        raise InternalError(f"site {site} belongs to no module")

    def place_of(self, site: int) -> SourcePlace | None:
        """Where in the source an instruction or block stands; None for what the compiler made.

        What was inlined from a header of the system stands where it was called.
        """
        if site == 0:
            return None
        if site not in self._places:
            within = self.module_of(site)
            places = list(within.debug.places_of_line(within.module, site - within.site_base))
            own = (place for place in places if not is_system_header(place.file))
            self._places[site] = next(own, places[0] if places else None)
        return self._places[site]

    def innermost_place_of(self, site: int) -> SourcePlace | None:
        """The same, also where that is a header of the system."""
        if site == 0:
            return None
        within = self.module_of(site)
        return next(within.debug.places_of_line(within.module, site - within.site_base), None)

    def own_place_of(self, site: int, callers: Iterable[int]) -> SourcePlace | None:
        """Where it stands; for a header of the system, the first of the callers' places that is not in one."""
        place = self.place_of(site)
        if place is not None and not is_system_header(place.file):
            return place
        for caller in callers:
            outer = self.place_of(caller)
            if outer is not None and not is_system_header(outer.file):
                return outer
        return place

    def callee_at(self, site: int) -> str:
        """The name of the function called there, as far as the text names it."""
        symbol = self.symbol_called_at(site)
        return short_name(symbol) if symbol else "a function"

    def symbol_called_at(self, site: int) -> str:
        """As the linker knows it; empty: the text does not name it."""
        within = self.module_of(site)
        found = _CALLEE.search(within.module.lines[site - within.site_base])
        return found.group(1) if found else ""

    def calls_of(self, symbol: str) -> Iterator[int]:
        """The sites of all that the text names."""
        named = (f"@{symbol}(", f'@"{symbol}"(')
        for within in self.modules:
            for number, line in enumerate(within.module.lines):
                if any(name in line for name in named) and not line.startswith(("define", "declare")):
                    yield within.site_base + number

    @cached_property
    def variables(self) -> list[tuple[int, int, GlobalVariable, LoadedModule]]:
        """Address, size, variable: sorted by address."""
        found = []
        for within in self.modules:
            for variable in within.module.globals.values():
                if variable.defined and variable.name in within.address and not variable.is_metadata:
                    found.append((within.address[variable.name], size_of(variable.type), variable, within))
        return sorted(found, key=lambda entry: entry[0])


_AT_HAND: Final[deque[tuple[object, Program]]] = deque(maxlen=2)
"""With what each was made of."""
