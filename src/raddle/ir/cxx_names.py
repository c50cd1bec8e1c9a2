"""Linkage names of C++ -> names that people wrote, and short: `Account::deposit`, `std::map<std::string, int>::find`.

The demangler is that of libstdc++.so.6, which llvmlite needs as well; where it is not found names stay as they are.
"""

import ctypes
import re
from collections.abc import Callable
from functools import cache

_PREFIX = "_Z"
_OURS = re.compile(r"^__raddle_(?:own|variadic)_")
_DEFAULTS = re.compile(
    r"std::(?:allocator|char_traits|less|hash|equal_to|default_delete|__atomic_base|pmr::polymorphic_allocator)<"
)
_INLINE_NAMESPACES = re.compile(r"\bstd::(?:__cxx11|__1|__ndk1|__2|_V2|__debug|__cxx1998)::")
_TAGS = re.compile(r"\[abi:\w+\]")
_STRINGS = {"char": "string", "wchar_t": "wstring"} | {f"char{n}_t": f"u{n}string" for n in (8, 16, 32)}
_LAMBDA = re.compile(r"\{lambda\(.*?\)#\d+\}|\$_\d+|'lambda\d*'(?:\(\))?")
_QUALIFIERS = re.compile(r"(?: const| volatile| noexcept| ?&&?)+(?=::|$)")
_OPERATOR = re.compile(r"\boperator(\(\)|\[\]|<=>|<<=|>>=|->\*|<<|>>|<=|>=|->|<|>)")
_HIDDEN = 0xE000
"""The letters of operators stand here, so that they are not taken for brackets."""
_SPECIAL = re.compile(
    r"(?:vtable|typeinfo|typeinfo name|VTT|guard variable|construction vtable|reference temporary|TLS \w+ function|"
    r"thread-local \w+ routine|non-virtual thunk|virtual thunk|covariant return thunk)\b.*? ?(?:for|to) "
)
_ESCAPED = re.compile(rb"\\(?:\\|([0-9A-Fa-f]{2}))")
_OPENING, _CLOSING = "<([{", ">)]}"


def unescaped(text: str) -> str:
    """LLVM writes bytes that are not printable ASCII as \\ and two digits. What is no UTF-8 stays as it is."""
    if "\\" not in text:
        return text
    raw = _ESCAPED.sub(lambda found: bytes([int(found[1], 16)]) if found[1] else b"\\", text.encode())
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return text


@cache
def short_name(linkage: str) -> str:
    """The name without parameters; what is not C++ stays as it is."""
    return without_parameters(short_signature(linkage))


@cache
def short_signature(linkage: str) -> str:
    """With parameters, as far as the linkage name has them."""
    linkage = unescaped(linkage.strip('"')).removeprefix("\x01")  # as the IR writes names with a lambda in them
    linkage = _OURS.sub("", linkage).removesuffix(".listed")  # capture/followed.py, capture/variadic.py
    if not linkage.startswith(_PREFIX):
        return linkage
    demangled = _demangle(linkage)
    return shortened(demangled) if demangled else linkage


@cache
def _demangler() -> Callable[[bytes], str] | None:
    try:
        library = ctypes.CDLL("libstdc++.so.6")
        demangle = library.__cxa_demangle
        free = ctypes.CDLL(None).free
    except (OSError, AttributeError):
        return None
    demangle.restype = ctypes.c_void_p
    demangle.argtypes = [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
    free.argtypes = [ctypes.c_void_p]

    def demangled(name: bytes) -> str:
        found = demangle(name, None, None, None)
        if not found:
            return ""
        text = ctypes.string_at(found).decode("utf-8", "replace")
        free(found)
        return text

    return demangled


def _demangle(linkage: str) -> str:
    demangled = _demangler()
    # what the compiler adds behind a dot (`.resume`, `.cold`) is no part of the mangling
    stem, dot, rest = linkage.partition(".")
    return demangled(stem.encode()) + (dot + rest if dot else "") if demangled is not None else ""


@cache
def demangle_type(mangled: str) -> str:
    """Of a type as type_info names it: `St13runtime_error`."""
    demangled = _demangler()
    text = demangled(mangled.encode()) if demangled is not None else ""
    return shortened(text) if text else mangled


def shortened(text: str) -> str:
    """Without inline namespaces, default template arguments and the compiler's own words."""
    text = _TAGS.sub("", _INLINE_NAMESPACES.sub("std::", text)).replace("(anonymous namespace)::", "")
    text = _without_defaults(_hidden(_LAMBDA.sub("lambda", text)))
    while "> >" in text:
        text = text.replace("> >", ">>")
    return _shown(text)


def _hidden(text: str) -> str:
    return _OPERATOR.sub(
        lambda found: "operator" + "".join(chr(_HIDDEN + ord(letter)) for letter in found.group(1)), text
    )


def _shown(text: str) -> str:
    return "".join(chr(ord(letter) - _HIDDEN) if ord(letter) >= _HIDDEN else letter for letter in text)


def _without_defaults(text: str) -> str:
    """Template arguments that are the standard's defaults go."""
    out, at = "", 0
    while at < len(text):
        end = _closing(text, at) if text[at] == "<" else -1
        if end < 0:
            out += text[at]
            at += 1
            continue
        kept = [argument.strip() for argument in _split(text[at + 1 : end])]
        while len(kept) > 1 and _DEFAULTS.match(kept[-1]):
            kept.pop()
        inside = ", ".join(_without_defaults(argument) for argument in kept)
        if out.endswith("std::basic_string") and inside in _STRINGS:
            out = out.removesuffix("basic_string") + _STRINGS[inside]
        else:
            out += f"<{inside}>"
        at = end + 1
    return out


def _closing(text: str, start: int) -> int:
    """Where the bracket that opens there is closed; -1: nowhere."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] in _OPENING) - (text[at] in _CLOSING)
        if depth == 0:
            return at
    return -1


def _split(text: str) -> list[str]:
    """At the commas outside all brackets."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in _OPENING) - (letter in _CLOSING)
        if letter == "," and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]


def without_parameters(signature: str) -> str:
    """`void f<int>(int)::lambda::operator()(char) const` -> `f<int>::lambda`."""
    text, out, at = _hidden(signature), "", 0
    while at < len(text):
        end = _closing(text, at) if text[at] in "(<" else -1
        if end < 0:
            out += text[at]
            at += 1
            continue
        if text[at] == "<":
            out += text[at : end + 1]
        at = end + 1
        qualifiers = _QUALIFIERS.match(text, at)
        at = qualifiers.end() if qualifiers else at
    return _shown(_without_result(out)).replace("lambda::operator()", "lambda")


def without_template_arguments(name: str) -> str:
    """`std::__weak_ptr<Session, 2>::expired` -> `std::weak_ptr::expired`."""
    text, out, at = _hidden(name), "", 0
    while at < len(text):
        end = _closing(text, at) if text[at] == "<" else -1
        out += text[at] if end < 0 else ""
        at = max(at, end) + 1
    return _shown(out).replace("::__", "::").rstrip()


def _without_result(name: str) -> str:
    """A template's demangled name begins with the type of its result."""
    if _SPECIAL.match(name):
        return name
    depth, start = 0, 0
    for at, letter in enumerate(name):
        depth += (letter in _OPENING) - (letter in _CLOSING)
        if letter == " " and depth == 0:
            if name[:at].endswith("operator"):  # a conversion: the rest is its name
                break
            if name[at + 1 : at + 2] != "<":
                start = at + 1
    return name[start:]
