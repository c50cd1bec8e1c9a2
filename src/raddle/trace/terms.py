"""From names of IR instructions to operators. A term exists only where a shared read flows in; all else is constant."""

from raddle.logic.operators import Op

BINARY = {
    name: Op[name.upper()]
    for name in (
        *("add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"),
        *("fadd", "fsub", "fmul", "fdiv"),
    )
}
COMPARE = {
    ("icmp", name): Op[name.upper()] for name in ("eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle")
} | {("fcmp", op.name[5:].lower()): op for op in Op if op.name.startswith("FCMP_")}
CAST = {
    name: Op[name.upper()]
    for name in ("trunc", "zext", "sext", "fptrunc", "fpext", "sitofp", "uitofp", "fptosi", "fptoui")
}
UPDATE = {
    **{name: Op[name.upper()] for name in ("add", "sub", "and", "nand", "or", "xor", "fadd", "fsub", "fmax", "fmin")},
    "max": Op.SMAX,
    "min": Op.SMIN,
    "umax": Op.UMAX,
    "umin": Op.UMIN,
    "uinc_wrap": Op.UINC_WRAP,
    "udec_wrap": Op.UDEC_WRAP,
}
INTRINSIC = {name: Op[name.upper()] for name in ("abs", "smax", "smin", "umax", "umin", "bswap", "ctpop")} | {
    "fabs": Op.FABS
}
OVERFLOW = {
    f"{sign}{name}.with.overflow": (Op[name.upper()], Op[f"{sign}{name}_overflow".upper()])
    for sign in "su"
    for name in ("add", "sub", "mul")
}
