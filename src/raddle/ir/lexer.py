"""Text of an IR line -> tokens, and the cursor that the parser moves over them."""

import re

from raddle.ir.errors import IrSyntaxError

_TOKEN = re.compile(
    r"""\s*(
      [%@!](?:[-\w.$]+|"(?:[^"\\]|\\.)*")     # register, global, metadata
    | c?"(?:[^"\\]|\\.)*"                     # text
    | 0x[KLMHR]?[0-9A-Fa-f]+                  # float by its bits
    | -?\d+\.\d*(?:e[-+]?\d+)?                # decimal float
    | -?\d+
    | \.\.\.
    | \#\d+
    | [A-Za-z_.$][-\w.$]*
    | [-+()\[\]{}<>,=*:|!#;]
    )""",
    re.VERBOSE,
)


def tokens_of(text: str, line: int) -> list[str]:
    tokens, at, end = [], 0, len(text)
    match = _TOKEN.match
    while at < end:
        found = match(text, at)
        if found is None:
            if text[at:].strip():
                raise IrSyntaxError(line, text, f"cannot read from column {at + 1}")
            break
        token = found.group(1)
        if token == ";":
            break
        tokens.append(token)
        at = found.end()
    return tokens


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
        token = self.peek()
        self.at += 1
        return token

    def accept(self, token: str) -> bool:
        if self.peek() == token:
            self.at += 1
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
