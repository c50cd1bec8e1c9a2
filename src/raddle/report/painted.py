"""Text in colour, as terminals have it."""


def painted(text: str, style: str) -> str:
    """`style`: in rich's words, which is loaded where there is something to paint; "": as it is."""
    if not style:
        return text
    from rich.color import ColorSystem  # noqa: PLC0415
    from rich.style import Style  # noqa: PLC0415

    return Style.parse(style).render(text, color_system=ColorSystem.STANDARD)
