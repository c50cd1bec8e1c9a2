"""`raddle` and `python -m raddle`."""

import sys

from raddle.wrapper import COMMANDS, compiler


def main() -> int:
    """Compilers must start fast: all other commands, with the solvers behind them, are loaded only when asked for."""
    if len(sys.argv) > 1 and sys.argv[1] in COMMANDS:
        return compiler(sys.argv[1], sys.argv[2:])
    from raddle.cli import main as other_commands  # noqa: PLC0415

    return other_commands()


if __name__ == "__main__":
    sys.exit(main())
