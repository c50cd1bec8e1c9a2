"""std::string, its conversions, algorithms on letters: they follow from what is followed. Streams do not."""

from typing import Final

from tests.support.outside.functions import CUT, KEY, Filler, Reader, Text, fill, one_of, read

_HEADERS: Final = {
    "string": ("std::string", "std::sto", "std::to_string"),
    "string_view": ("std::string_view",),
    "algorithm": ("std::count", "std::find", "std::sort", "std::equal", "std::copy", "std::fill_n", "std::replace"),
    "charconv": ("std::from_chars", "std::to_chars"),
    "sstream": ("stringstream",),
    "map": ("std::map",),
    "unordered_map": ("std::unordered_map",),
    "set": ("std::set",),
    "utility": ("std::swap",),
    "iostream": ("std::cout",),
}
"""Each with what asks for it: headers are most of what such a program costs."""


def _headers(code: str) -> tuple[str, ...]:
    return tuple(header for header, words in _HEADERS.items() if any(word in code for word in words))


def _asked(name: str, ask: str, bad: str = "1", text: Text = KEY, *, followed: bool = True) -> Reader:
    family = "std::string" if followed else "std streams"
    return read(family, name, ask, bad, text, headers=_headers(ask), cxx=True, followed=followed)


def _filled(name: str, body: str) -> Filler:
    return fill("std::string", name, body, headers=_headers(body), cxx=True, followed=True)


ASKED: Final = (
    _asked("std::stoi", "std::stoi(std::string(s + 4))", "5"),
    _asked("std::stol", "(int)std::stol(std::string(s + 4))", "5"),
    _asked("std::stoul", "(int)std::stoul(std::string(s + 4))", "5"),
    _asked("std::stoll", "(int)std::stoll(s + 4)", "5"),
    _asked("std::stod", "(int)std::stod(s + 4)", "5"),
    _asked("std::to_string", "std::to_string(s[11] - 48 + 100)[2]", "'5'"),
    _asked("string-find", 'std::string(s).find("05") != std::string::npos'),
    _asked("string-rfind", "std::string(s).rfind('5') != std::string::npos"),
    _asked("string-first-of", '(int)std::string(s).find_first_of("56")', "11"),
    _asked("string-first-not-of", '(int)std::string(s).find_first_not_of("key=05")', "-1", one_of("1", "5", "9")),
    _asked("string-compare", 'std::string(s).compare("key=00000005") == 0'),
    _asked("string-equal", 'std::string(s) == "key=00000005"'),
    _asked("string-less", 'std::string(s) < "key=00000006" && std::string(s) > "key=00000004"'),
    _asked("string-substr", "std::string(s).substr(11)[0]", "'5'"),
    _asked("string-size", "(int)std::string(s).size()", "6", CUT),
    _asked("string-append", 'std::string t = "<"; t += s; t.append(">"); return t[12];', "'5'"),
    _asked("string-insert", 'std::string t = "<>"; t.insert(1, s); return t[12];', "'5'"),
    _asked("string-replace", 'std::string t = "<->"; t.replace(1, 1, s); return t[12];', "'5'"),
    _asked("string-erase", "std::string t = s; t.erase(0, 4); return t[7];", "'5'"),
    _asked("string-long", "std::string t = std::string(s) + s + s; return t[35];", "'5'"),
    _asked("string_view", 'std::string_view(s).find("05") != std::string_view::npos'),
    _asked("std::from_chars", "int v = -1; std::from_chars(s + 4, s + 12, v); return v;", "5"),
    _asked("std::to_chars", "char d[8]; std::to_chars(d, d + 8, s[11] - 48); return d[0];", "'5'"),
    _asked("std::count", "(int)std::count(s, s + 12, '5')"),
    _asked("std::find", "std::find(s, s + 12, '5') != s + 12"),
    _asked("std::sort", "std::string t = s; std::sort(t.begin(), t.end()); return t[7];", "'5'"),
    _asked("std::equal", 'std::equal(s, s + 12, "key=00000005")'),
    _asked("std::copy", "char d[12]; std::copy(s, s + 12, d); return d[11];", "'5'"),
    _asked("map-of-strings", 'std::map<std::string, int> m{{"key=00000005", 1}, {"a", 2}}; return (int)m.count(s);'),
    _asked("set-of-letters", "std::set<char> t(s, s + 12); return (int)t.count('5');"),
    _asked("std::unordered_map", 'std::unordered_map<std::string, int> m{{"key=00000005", 1}, {"a", 2}}; '
           "return (int)m.count(s);", followed=False),
    _asked("std::istringstream", "int v = -1; std::istringstream in(s + 4); in >> v; return v;", "5", followed=False),
    _asked("std::ostringstream", "std::ostringstream out; out << (s[11] - 48); return out.str()[0];", "'5'",
           followed=False),
    _asked("std::getline", "std::string t; std::istringstream in(s); std::getline(in, t, '5'); return in.eof() "
           "? 0 : 1;",
           text=one_of("0", "5", "9"), followed=False),
    _asked("std::cout-rdbuf", "std::ostringstream o; auto *b = std::cout.rdbuf(o.rdbuf()); std::cout << s[11]; "
           "std::cout.rdbuf(b); return o.str()[0];", "'5'", followed=False),
)  # fmt: skip
FILLED: Final = (
    _filled("string-copy-into", "std::string(1, c).copy(s + AT, 1);"),
    _filled("std::fill_n-into", "std::fill_n(s + AT, 1, c);"),
    _filled("std::copy-into", "std::copy(&c, &c + 1, s + AT);"),
    _filled("std::to_chars-into", "std::to_chars(s + AT, s + AT + 1, c - 48);"),
    _filled("std::swap-into", "std::swap(s[AT], c);"),
    _filled("std::replace-into", "std::replace(s + AT, s + AT + 1, s[AT], c);"),
)
ALL: Final = ASKED + FILLED
