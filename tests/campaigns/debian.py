"""Programs nobody here wrote, from Debian's source packages, through their own build systems.

    python -m tests.campaigns.debian --size 3 [--folder SOURCES] [--headers PREFIX] [--only NAME...]

Each is built natively and with `raddle cc`/`raddle c++`; its configuration header must come out the same. On SIZE
kilobytes of text the native program, ours without raddle and ours recorded must print the same; the recording is
walked (by the reference too, up to MOST_REFERENCE events), replayed three times, and checked: that must end with a
verdict or a named reason, within LIMIT_S. Without --folder the sources come from where the system's packages come from.
"""

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from raddle.trace.recording import load_recording
from raddle.trace.streams import WalkMismatch
from raddle.trace.walk import walk_reference
from raddle.trace.walk_fast import walk_fast
from tests.support.fidelity import first_difference

REPLAYS = 3
LIMIT_S = 600
RUN_LIMIT_S = 120
MOST_REFERENCE = 100_000
PORT = 22122
RADDLE = (sys.executable, "-m", "raddle")


def talk_to_memcached() -> bytes:
    """Three clients, one after the other, each waiting for its answers; the last one ends the server."""
    said, connections = [], []
    for number in range(3):
        connections.append(_connected())
        said.append(_asked(connections[-1], b"set k%d 0 0 5\r\nhello\r\n" % number, b"STORED\r\n"))
    for number, connection in enumerate(connections):
        said.append(_asked(connection, b"get k%d k%d\r\n" % (number, (number + 1) % 3), b"END\r\n"))
        said.append(_asked(connection, b"set n 0 0 1\r\n1\r\n", b"STORED\r\n"))
        said.append(_asked(connection, b"incr n 4\r\n", b"5\r\n"))
        said.append(_asked(connection, b"delete k0\r\n", b"\r\n"))
    said.append(_asked(connections[0], b"shutdown\r\n", b""))
    for connection in connections:
        connection.close()
    return b"".join(said)


def _connected() -> socket.socket:
    for _ in range(10 * RUN_LIMIT_S):
        try:
            return socket.create_connection(("127.0.0.1", PORT), timeout=RUN_LIMIT_S)
        except ConnectionRefusedError:
            time.sleep(0.1)
    raise TimeoutError("the server did not come up")


def _asked(connection: socket.socket, request: bytes, end: bytes) -> bytes:
    """Up to the end given; an empty one: until the server hangs up."""
    connection.sendall(request)
    answer = b""
    while not end or not answer.endswith(end):
        part = connection.recv(4096)
        if not part:
            break
        answer += part
    return answer


@dataclass(frozen=True)
class Program:
    """`build` is a shell command that knows $CC and $CXX, `arguments` know {input}."""

    name: str
    build: str
    binary: str
    arguments: tuple[str, ...]
    source: str = ""
    """The source package, where its name is another one."""
    config: str | None = None
    needs: tuple[str, ...] = ()
    """Development packages; those that are not installed are unpacked beside the sources."""
    client: Callable[[], bytes] | None = None


GNULIB = (  # newer C libraries need it: a gnulib older than the C library's rename of these
    "sed -i 's/_IO_ftrylockfile/_IO_EOF_SEEN/g' lib/*.c && "
    "printf '\\n#include <stdio.h>\\n#define _IO_IN_BACKUP 0x100\\n' >>lib/stdio-impl.h"
)
PROGRAMS = (
    Program("pigz", 'make -s CC="$CC" pigz', "pigz", ("-p", "3", "-b", "128", "-c", "{input}")),
    Program(
        "lbzip2",
        f'{GNULIB} && ./configure CC="$CC" && make -s',
        "src/lbzip2",
        ("-n", "2", "-c", "{input}"),
        config="lib/config.h",
    ),
    Program(
        "pbzip2",
        'make -s CXX="$CXX -Wno-reserved-user-defined-literal" pbzip2',
        "pbzip2",
        ("-p2", "-b1", "-c", "-k", "{input}"),
    ),
    Program(
        "plzip",
        './configure CXX="$CXX" && make -s',
        "plzip",
        ("-n", "2", "-c", "-k", "{input}"),
        needs=("liblz-dev",),
    ),
    Program(
        "xz",
        './configure CC="$CC" --disable-nls --disable-shared --disable-doc --disable-scripts && make -s',
        "src/xz/xz",
        ("-T", "2", "--block-size", "2048", "-c", "-k", "{input}"),
        source="xz-utils",
        config="config.h",
    ),
    Program(
        "memcached",
        './configure CC="$CC" --disable-extstore && make -s memcached',
        "memcached",
        ("-u", "root", "-A", "-t", "2", "-m", "2", "-U", "0", "-l", "127.0.0.1", "-p", str(PORT)),
        config="config.h",
        needs=("libevent-dev",),
        client=talk_to_memcached,
    ),
)


# ---- where the sources come from


class Archive:
    """Source packages by apt, with a configuration of its own: nothing of the system's is changed."""

    def __init__(self, place: Path) -> None:
        self._place = place
        for folder in ("lists/partial", "cache/archives/partial", "parts"):
            (place / folder).mkdir(parents=True)
        for listed in [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]:
            if listed.is_file() and "/debian" in (text := listed.read_text(encoding="utf-8")):
                binary = [line for line in text.splitlines() if line.startswith("deb ")]
                text = text.replace("Types: deb\n", "Types: deb deb-src\n")
                text += "".join(f"\n{line.replace('deb', 'deb-src', 1)}\n" for line in binary)
                (place / "parts" / listed.name).write_text(text, encoding="utf-8")
        self._apt("apt-get", "update", "-qq")

    def _apt(self, *command: str) -> str:
        options = [
            "-o", "Dir::Etc::sourcelist=/dev/null", "-o", f"Dir::Etc::sourceparts={self._place}/parts",
            "-o", f"Dir::State::lists={self._place}/lists", "-o", f"Dir::Cache={self._place}/cache",
        ]  # fmt: skip
        return subprocess.run([*command, *options], check=True, capture_output=True, text=True, cwd=self._place).stdout

    def source(self, package: str) -> Path:
        """Unpacked: what upstream released."""
        for line in self._apt("apt-get", "source", "--print-uris", "--only-source", package).splitlines():
            address = line.split()[0].strip("'") if line.startswith("'") else ""
            if ".orig.tar" in address and not address.endswith(".asc"):
                folder = self._place / package
                folder.mkdir()
                urllib.request.urlretrieve(address, folder / "orig.tar")
                subprocess.run(["tar", "xf", "orig.tar"], cwd=folder, check=True)
                return next(one for one in folder.iterdir() if one.is_dir())
        raise FileNotFoundError(f"no source of {package}")

    def headers(self, package: str, prefix: Path) -> None:
        self._apt("apt-get", "download", package)
        (found,) = self._place.glob(f"{package}_*.deb")
        subprocess.run(["dpkg", "-x", found, prefix], check=True)


def sources_of(program: Program, where: Path | Archive, prefix: Path) -> Path:
    name = program.source or program.name
    if isinstance(where, Path):
        return next(where.glob(f"{name}-[0-9]*/"))
    for package in program.needs:
        if not _is_installed(package):
            where.headers(package, prefix)
    return where.source(name)


def _is_installed(package: str) -> bool:
    return subprocess.run(["dpkg", "-s", package], check=False, capture_output=True).returncode == 0


# ---- one program


@dataclass
class Row:
    program: Program
    facts: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    def demand(self, fact: str, *, holds: bool) -> None:
        (self.facts if holds else self.troubles).append(fact if holds else f"NOT {fact}")


def built(program: Program, sources: Path, place: Path, environment: Mapping[str, str]) -> tuple[Path, float]:
    shutil.copytree(sources, place, symlinks=True)  # with the times: autotools looks at them
    began = time.monotonic()
    command = ["sh", "-c", program.build]
    done = subprocess.run(command, cwd=place, env=environment, check=False, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{program.build} failed: {' '.join(done.stderr.split())[-600:]}")
    return place / program.binary, time.monotonic() - began


@contextmanager
def driven(program: Program) -> Iterator[list[bytes]]:
    """What the client heard while the body ran."""
    heard: list[bytes] = []
    if program.client is None:
        yield heard
        return
    client = program.client
    thread = threading.Thread(target=lambda: heard.append(client()), daemon=True)
    thread.start()
    yield heard
    thread.join(RUN_LIMIT_S)


def said(program: Program, command: list[str | Path]) -> tuple[int, bytes, str]:
    """Its status; what it wrote, and what a client heard of it; its complaints."""
    with driven(program) as heard:
        done = subprocess.run(command, check=False, capture_output=True, timeout=LIMIT_S, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout + b"".join(heard), done.stderr.decode("utf-8", "replace")


def examine(row: Row, native: Path, ours: Path, arguments: list[str], place: Path) -> None:
    program, recording = row.program, place / f"{row.program.name}.rdl"
    expected = said(program, [native, *arguments])
    row.demand("the same without raddle", holds=said(program, [ours, *arguments])[:2] == expected[:2])
    command = [*RADDLE, "record", "-o", recording, "--run-timeout", str(RUN_LIMIT_S), ours, "--", *arguments]
    status, output, complaints = said(program, command)
    row.demand("the same recorded", holds=status == 0 and output == expected[1])
    if not recording.exists():
        row.troubles.append(f"no recording: {complaints.strip()[-300:]}")
        return
    walked(row, recording)
    again = [said(program, [*RADDLE, "replay", "--run-timeout", str(RUN_LIMIT_S), recording]) for _ in range(REPLAYS)]
    confirmed = sum(status == 0 and "replayed" in words for status, _, words in again)
    row.demand(f"replayed {confirmed} of {REPLAYS}", holds=confirmed == REPLAYS)
    row.troubles += [words.strip()[-300:] for status, _, words in again if status]
    checked(row, recording, place)


def walked(row: Row, path: Path) -> None:
    recording = load_recording(path)
    row.facts.append(f"{len(recording.threads)} threads, {recording.events} events")
    try:
        fast = walk_fast(recording)
        short = recording.events <= MOST_REFERENCE
        difference = first_difference(walk_reference(recording), fast) if short else ""
    except WalkMismatch as mismatch:
        row.troubles.append(f"a walk failed: {mismatch}")
        return
    row.demand(f"walked by {'both' if short else 'the one in C'}, 0 mismatches", holds=not difference)


def checked(row: Row, path: Path, place: Path) -> None:
    report = place / f"{row.program.name}.json"
    command = [*RADDLE, "check", path, "--format", "json", "-o", report, "--witnesses", place]
    command += ["--budget", str(LIMIT_S // 2), "--run-timeout", str(RUN_LIMIT_S)]
    began = time.monotonic()
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=LIMIT_S)
    except subprocess.TimeoutExpired:
        row.troubles.append(f"no verdict in {LIMIT_S} s")
        return
    took = time.monotonic() - began
    row.demand(f"check ended with {done.returncode} in {took:.0f} s", holds=done.returncode in (0, 1, 3))
    row.demand("no traceback", holds="Traceback" not in done.stderr)
    if report.exists():
        result = json.loads(report.read_text(encoding="utf-8"))
        found = f"{len(result['findings'])} findings, {len(result['assumptions'])} assumptions"
        row.facts.append(f"verdict {result['verdict']}, {found}")
    else:
        row.facts.append(f"named reason: {done.stderr.strip()[-300:]}")


def run_program(program: Program, sources: Path, prefix: Path, size: int, place: Path) -> Row:
    row = Row(program)
    machine = next((one.name for one in (prefix / "usr/lib").glob("*-linux-*")), "") if prefix.is_dir() else ""
    paths = {"CPATH": f"{prefix}/usr/include:{prefix}/usr/include/{machine}"} if machine else {}
    paths |= {"LIBRARY_PATH": f"{prefix}/usr/lib/{machine}"} if machine else {}
    clang = os.environ.get("RADDLE_CLANG", "clang")
    native_tools = {"CC": clang, "CXX": clang.replace("clang", "clang++")}
    our_tools = {"CC": f"{' '.join(RADDLE)} cc", "CXX": f"{' '.join(RADDLE)} c++"}
    try:
        native, native_s = built(program, sources, place / "native", {**os.environ, **paths, **native_tools})
        ours, ours_s = built(program, sources, place / "ours", {**os.environ, **paths, **our_tools})
        row.facts.append(f"built in {native_s:.0f} s and {ours_s:.0f} s")
        if program.config is not None:
            configs = [(place / kind / program.config).read_bytes() for kind in ("native", "ours")]
            row.demand(f"{program.config} is the same", holds=configs[0] == configs[1])
        text = place / "input.txt"
        text.write_text("".join(f"{number} {number * number}\n" for number in range(200 * size))[: 1024 * size])
        examine(row, native, ours, [one.format(input=text) for one in program.arguments], place)
    except (RuntimeError, subprocess.TimeoutExpired, OSError) as trouble:
        row.troubles.append(str(trouble))
    return row


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=3)
    parser.add_argument("--folder", type=Path, help="holds the unpacked sources")
    parser.add_argument("--headers", type=Path, help="where development packages are unpacked")
    parser.add_argument("--only", nargs="*", choices=[program.name for program in PROGRAMS])
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as scratch:
        where = options.folder or Archive(Path(scratch) / "apt")
        prefix = options.headers or Path(scratch) / "headers"
        for program in PROGRAMS:
            if options.only and program.name not in options.only:
                continue
            place = Path(scratch) / program.name
            place.mkdir()
            try:
                sources = sources_of(program, where, prefix)
            except (OSError, StopIteration, subprocess.CalledProcessError) as trouble:
                rows.append(Row(program, troubles=[f"no sources: {trouble!r}"]))
            else:
                rows.append(run_program(program, sources, prefix, options.size, place))
            print(f"{program.name}: {'; '.join(rows[-1].facts + rows[-1].troubles)}", flush=True)
    return 1 if any(row.troubles for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
