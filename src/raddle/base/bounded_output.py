"""What a command writes, of which only the beginning is kept: it may never stop.

In: the pipes of a process. Out: the bytes of both, up to a bound; that there were more is said behind them.
"""

import os
import threading
import time
from typing import IO, Final

_PIECE: Final = 1 << 16


class BoundedOutput:
    """Reads both pipes; nobody else may."""

    def __init__(self, stdout: IO[bytes], stderr: IO[bytes], most: int) -> None:
        self._readers = (_Reader(stdout, most), _Reader(stderr, most))
        for reader in self._readers:
            reader.start()

    def texts(self, patience_s: float) -> tuple[bytes, bytes]:
        """When the process has ended. `patience_s`: for somebody else who holds a pipe open."""
        until = time.monotonic() + patience_s
        for reader in self._readers:
            reader.join(max(0.0, until - time.monotonic()))
        stdout, stderr = (reader.text() for reader in self._readers)
        return stdout, stderr


class _Reader(threading.Thread):
    def __init__(self, pipe: IO[bytes], most: int) -> None:
        super().__init__(daemon=True)
        self._pipe: Final = pipe
        self._most: Final = most
        self._kept = bytearray()
        self._dropped = 0

    def run(self) -> None:
        with self._pipe:
            while piece := os.read(self._pipe.fileno(), _PIECE):
                room = self._most - len(self._kept)
                self._kept += piece[:room]
                self._dropped += len(piece[room:])

    def text(self) -> bytes:
        more = f"\n(raddle: {self._dropped} more bytes were written, and are not kept)\n" if self._dropped else ""
        return bytes(self._kept) + more.encode()
