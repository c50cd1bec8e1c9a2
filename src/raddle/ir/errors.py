"""What the parser says when it meets IR that it does not know."""

from raddle.base.errors import InternalError


class IrSyntaxError(InternalError):
    """The IR text has a form that the parser does not know. It is never skipped."""

    def __init__(self, line: int, text: str, why: str) -> None:
        super().__init__(f"LLVM IR, line {line + 1}: {why}: {text.strip()[:200]}")
        self.line = line
