/* Numbers of operators. The first group is logic/operators.py's Op: as the `op` of an instruction it says what to compute, as
 * the `op` of a term what the term means. The second group are instructions only. Python reads this text
 * (trace/walker_library.py): one `#define NAME number` a line. */
#ifndef RADDLE_WALKER_OPS_H
#define RADDLE_WALKER_OPS_H

#define RD_OP_READ 1
#define RD_OP_ADD 2
#define RD_OP_SUB 3
#define RD_OP_MUL 4
#define RD_OP_UDIV 5
#define RD_OP_SDIV 6
#define RD_OP_UREM 7
#define RD_OP_SREM 8
#define RD_OP_SHL 9
#define RD_OP_LSHR 10
#define RD_OP_ASHR 11
#define RD_OP_AND 12
#define RD_OP_OR 13
#define RD_OP_XOR 14
#define RD_OP_EQ 15
#define RD_OP_NE 16
#define RD_OP_UGT 17
#define RD_OP_UGE 18
#define RD_OP_ULT 19
#define RD_OP_ULE 20
#define RD_OP_SGT 21
#define RD_OP_SGE 22
#define RD_OP_SLT 23
#define RD_OP_SLE 24
#define RD_OP_TRUNC 25
#define RD_OP_ZEXT 26
#define RD_OP_SEXT 27
#define RD_OP_ITE 28
#define RD_OP_EXTRACT 29
#define RD_OP_CONCAT 30
#define RD_OP_BSWAP 31
#define RD_OP_CTPOP 32
#define RD_OP_ABS 33
#define RD_OP_SMAX 34
#define RD_OP_SMIN 35
#define RD_OP_UMAX 36
#define RD_OP_UMIN 37
#define RD_OP_UADD_OVERFLOW 38
#define RD_OP_SADD_OVERFLOW 39
#define RD_OP_USUB_OVERFLOW 40
#define RD_OP_SSUB_OVERFLOW 41
#define RD_OP_UMUL_OVERFLOW 42
#define RD_OP_SMUL_OVERFLOW 43
#define RD_OP_NAND 44
#define RD_OP_FADD 45
#define RD_OP_FSUB 46
#define RD_OP_FMUL 47
#define RD_OP_FDIV 48
#define RD_OP_FNEG 49
#define RD_OP_FABS 50
#define RD_OP_FPTRUNC 51
#define RD_OP_FPEXT 52
#define RD_OP_SITOFP 53
#define RD_OP_UITOFP 54
#define RD_OP_FPTOSI 55
#define RD_OP_FPTOUI 56
#define RD_OP_FMAX 57
#define RD_OP_FMIN 58
#define RD_OP_UINC_WRAP 59
#define RD_OP_UDEC_WRAP 60
#define RD_OP_FCMP_OEQ 64
#define RD_OP_FCMP_OGT 65
#define RD_OP_FCMP_OGE 66
#define RD_OP_FCMP_OLT 67
#define RD_OP_FCMP_OLE 68
#define RD_OP_FCMP_ONE 69
#define RD_OP_FCMP_ORD 70
#define RD_OP_FCMP_UEQ 71
#define RD_OP_FCMP_UGT 72
#define RD_OP_FCMP_UGE 73
#define RD_OP_FCMP_ULT 74
#define RD_OP_FCMP_ULE 75
#define RD_OP_FCMP_UNE 76
#define RD_OP_FCMP_UNO 77
#define RD_OP_FCMP_TRUE 78
#define RD_OP_FCMP_FALSE 79

/* What the fields of an instruction mean stands behind each; `to` is the register that gets the result. */
#define RD_OP_MOVE 100         /* a */
#define RD_OP_SELECT_PIN 101   /* a: the condition of a select over opaque values */
#define RD_OP_INDEX 102        /* a: address, b: index of `width` bits, c: bytes that one step of it is */
#define RD_OP_ALLOCA 103       /* a: count, or RD_NONE; b: bytes of one */
#define RD_OP_LOAD 104         /* a: address, b: bytes */
#define RD_OP_LOAD_BYTES 105   /* a: address, b: bytes */
#define RD_OP_STORE 106        /* a: address, b: bytes, c: value */
#define RD_OP_STORE_LOGGED 107 /* the same, of a size that no hook takes as a number: the log has its bytes */
#define RD_OP_STORE_BYTES 108  /* a: address, b: bytes */
#define RD_OP_UPDATE 109       /* a: address, b: bytes, c: operand, d: operator, 0 for an exchange */
#define RD_OP_SWAP_IF 110      /* a: address, b: bytes, c: expected, d: desired; to: old value, to + 1: swapped */
#define RD_OP_UPDATE_BYTES 111 /* a: address, b: bytes, c and d: list of registers to log into */
#define RD_OP_RESULT 112       /* a and b: list of operands to pin, c and d: list of registers to log into */
#define RD_OP_FENCE 113
#define RD_OP_COPY_MEMORY 114  /* a: to, b: from, c: bytes */
#define RD_OP_FILL_MEMORY 115  /* a: to, b: byte, c: bytes */
#define RD_OP_CALL 116         /* a: call */
#define RD_OP_CALL_LOCAL 117   /* a: call */
#define RD_OP_JUMP 118         /* a: edge */
#define RD_OP_BRANCH 119       /* a: condition, b: edge when it holds, b + 1: when not, c: the value that fails, or RD_NONE
                                  (flags: by the exit status, which counts where others have a part in it, or it does fail);
                                  d: the value that leads to a throw, or RD_NONE */
#define RD_OP_SWITCH 120       /* a: selector, b: edge of the default, c: first case, d: how many, sorted by value */
#define RD_OP_INDIRECT 121     /* a: address, b: first edge, c: how many */
#define RD_OP_RETURN 122       /* a and b: list of the result's leaves */
#define RD_OP_UNREACHABLE 123
#define RD_OP_REFUSED 124      /* a: number of the reason */
#define RD_OP_RESUME 125
#define RD_OP_EARLY 126        /* a: whether the source does the load before it */
#define RD_OP_BLOCKS 127       /* a and b: list of entries of blocks that end, c and d: that begin unless they are open */
#define RD_OP_BLOCK_MARK 128   /* of raddle.h; a: whether a block begins, or ends */
#define RD_OP_JUDGE 129        /* a: what must hold of a status that the process ends with; b: only in the outermost frame */

#endif
