"""Text of an IR line -> tokens, and the cursor that the parser moves over them."""

import re

from raddle.ir.errors import IrSyntaxError

_TOKEN = re.compile(
    r"""
      [%@!](?:[-\w.$]+|"(?:[^"\\]|\\.)*")     # register, global, metadata
    | c?"(?:[^"\\]|\\.)*"                     # text
    | 0x[KLMHR]?[0-9A-Fa-f]+                  # float by its bits
    | -?\d+\.\d*(?:e[-+]?\d+)?                # decimal float
    | -?\d+
    | \.\.\.
    | \#\d+
    | [A-Za-z_.$][-\w.$]*
    | [-+()\[\]{}<>,=*:|!#;]
    | \S                                      # nothing that the parser knows
    """,
    re.VERBOSE,
)


def tokens_of(text: str) -> list[str]:
    tokens: list[str] = _TOKEN.findall(text)
    if ";" in tokens:
        del tokens[tokens.index(";") :]
    return tokens


_PAST = 8
"""Tokens that may be asked for behind the last one: whoever waits there for another word waits for ever."""


class Cursor:
    """A position in the tokens of one line (a switch or a long table may join several)."""

    __slots__ = ("at", "line", "text", "tokens")

    def __init__(self, tokens: list[str], line: int, text: str) -> None:
        self.tokens = tokens
        self.at = 0
        self.line = line
        self.text = text

    def peek(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.tokens[at] if at < len(self.tokens) else ""

    def next(self) -> str:
        at = self.at
        self.at = at + 1
        if at < len(self.tokens):
            return self.tokens[at]
        if at > len(self.tokens) + _PAST:
            self.fail("it ends too early")
        return ""

    def accept(self, token: str) -> bool:
        at = self.at
        if at < len(self.tokens) and self.tokens[at] == token:
            self.at = at + 1
            return True
        return False

    def expect(self, token: str) -> None:
        if self.next() != token:
            self.at -= 1
            self.fail(f"expected {token!r}, found {self.peek()!r}")

    def accept_any(self, words: frozenset[str]) -> list[str]:
        """All the leading tokens that are among `words`."""
        found = []
        while self.peek() in words:
            found.append(self.next())
        return found

    def skip_parentheses(self) -> None:
        """Over a balanced ( ... ), if one stands here."""
        if self.peek() != "(":
            return
        depth = 0
        while True:
            token = self.next()
            if token == "(":
                depth += 1
            elif token == ")":
                depth -= 1
                if depth == 0:
                    return
            elif token == "":
                self.fail("unbalanced parentheses")

    def fail(self, why: str) -> "None":
        raise IrSyntaxError(self.line, self.text, why)
