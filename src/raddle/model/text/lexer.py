"""The words of the text format of trace programs: lines of tokens, and what to say where a line cannot be read."""

import re
from dataclasses import dataclass
from typing import Final, Literal, NoReturn

from raddle.base.errors import UserError

_TOKEN: Final = re.compile(
    r"(?P<space>[ \t\r]+|\#.*)"
    r"|(?P<number>(?:0[xX][0-9a-fA-F]{1,40}|[0-9]{1,40})(?:i[0-9]{1,3})?(?![A-Za-z0-9_]))"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*'*|`[^`]+`)"
    r"|(?P<mark>:=|->|\.\.\.|\.\.|==|!=|<=|>=|<<|>>|&&|\|\||[-+*/%&|^~!<>?:(){}\[\],=@;])"
)


@dataclass(frozen=True, slots=True)
class Token:
    kind: Literal["name", "number", "mark", "end"]
    text: str
    """A name without its backquotes."""


_END: Final = Token("end", "the end of the line")


class Line:
    """The tokens of one line, read from left to right."""

    def __init__(self, where: str, number: int, text: str) -> None:
        self.number: Final = number
        self._where = where
        self._tokens: list[Token] = []
        self._place = 0
        position = 0
        while position < len(text):
            found = _TOKEN.match(text, position)
            if found is None:
                self.fail(f"cannot read {text[position:][:20]!r}", "names with other characters stand in backquotes")
            position = found.end()
            if found.lastgroup == "name":
                self._tokens.append(Token("name", found.group().strip("`")))
            elif found.lastgroup == "number":
                self._tokens.append(Token("number", found.group()))
            elif found.lastgroup == "mark":
                self._tokens.append(Token("mark", found.group()))

    def fail(self, what: str, advice: str | None = None) -> NoReturn:
        raise UserError(what, where=f"{self._where}:{self.number}", advice=advice)

    @property
    def is_empty(self) -> bool:
        return not self._tokens

    @property
    def at_end(self) -> bool:
        return self._place >= len(self._tokens)

    def peek(self, ahead: int = 0) -> Token:
        place = self._place + ahead
        return self._tokens[place] if place < len(self._tokens) else _END

    def sees(self, text: str, ahead: int = 0) -> bool:
        """A mark, or a word."""
        return self.peek(ahead).kind in ("mark", "name") and self.peek(ahead).text == text

    def take(self) -> Token:
        token = self.peek()
        self._place += 1
        return token

    def accept(self, text: str) -> bool:
        if self.sees(text):
            self._place += 1
            return True
        return False

    def expect(self, text: str) -> None:
        if not self.accept(text):
            self.fail(f"{text!r} should stand before {self.peek().text!r}")

    def name(self, what: str) -> str:
        token = self.take()
        if token.kind != "name":
            self.fail(f"{what} should stand instead of {token.text!r}")
        return token.text

    def integer(self, what: str, least: int, most: int) -> int:
        """A plain number, perhaps negative."""
        negative = self.accept("-")
        token = self.take()
        if token.kind != "number" or "i" in token.text:
            self.fail(f"{what} should stand instead of {token.text!r}")
        value = number_of(token.text)
        value = -value if negative else value
        if not least <= value <= most:
            self.fail(f"{what} is {value}", f"give one between {least} and {most}")
        return value

    def ends_statement(self, ahead: int) -> bool:
        """Nothing follows there, or where it leads (model/text/branches.py)."""
        return self.peek(ahead).kind == "end" or self.sees("->", ahead) or self.sees(";", ahead)

    def finish(self) -> None:
        if not self.at_end:
            self.fail(f"nothing should follow here, but {self.peek().text!r} does")


def number_of(digits: str) -> int:
    return int(digits, 16) if digits[:2] in ("0x", "0X") else int(digits)
