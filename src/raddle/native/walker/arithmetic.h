/* What each operator computes: logic/arithmetic.py in C, bit for bit, as x86-64 computes it.
 *
 * Operands are unsigned numbers below 2^width, floats as their bits. The functions are inline so that a call with a
 * constant operator is one instruction or two. */
#ifndef RADDLE_WALKER_ARITHMETIC_H
#define RADDLE_WALKER_ARITHMETIC_H
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "ops.h"

#define RD_INLINE static inline __attribute__((always_inline))

RD_INLINE uint64_t rd_mask(unsigned width)
{
    return ~0ull >> (64 - width);
}

RD_INLINE int64_t rd_signed(uint64_t value, unsigned width)
{
    return (int64_t)(value << (64 - width)) >> (64 - width);
}

/* Undefined in C beyond the width; the machine takes it modulo its register. */
RD_INLINE unsigned rd_shift(uint64_t amount, unsigned width)
{
    return amount & (width <= 32 ? 31 : 63);
}

/* Whether the instruction does not return: division by zero, or of the least integer by -1. */
RD_INLINE bool rd_traps(unsigned op, uint64_t a, uint64_t b, unsigned width)
{
    switch (op) {
    case RD_OP_UDIV:
    case RD_OP_UREM:
        return b == 0;
    case RD_OP_SDIV:
    case RD_OP_SREM:
        return b == 0 || (b == rd_mask(width) && a == 1ull << (width - 1));
    default:
        return false;
    }
}

RD_INLINE uint64_t rd_overflows(unsigned op, uint64_t a, uint64_t b, unsigned width)
{
    __int128 x = (__int128)rd_signed(a, width), y = (__int128)rd_signed(b, width), found;
    __int128 least = -((__int128)1 << (width - 1)), most = ((__int128)1 << (width - 1)) - 1;
    switch (op) {
    case RD_OP_UADD_OVERFLOW:
        return (unsigned __int128)a + b > rd_mask(width);
    case RD_OP_USUB_OVERFLOW:
        return a < b;
    case RD_OP_UMUL_OVERFLOW:
        return (unsigned __int128)a * b > rd_mask(width);
    case RD_OP_SADD_OVERFLOW:
        found = x + y;
        break;
    case RD_OP_SSUB_OVERFLOW:
        found = x - y;
        break;
    default:
        found = x * y;
    }
    return found < least || found > most;
}

RD_INLINE bool rd_is_nan(uint64_t bits, unsigned width)
{
    uint64_t infinity = width == 32 ? 0x7f800000 : 0x7ff0000000000000;
    return (bits & (rd_mask(width) >> 1)) > infinity;
}

RD_INLINE uint64_t rd_quiet(uint64_t bits, unsigned width)
{
    return bits | (width == 32 ? 0x00400000 : 0x0008000000000000);
}

RD_INLINE float rd_float(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return value;
}

RD_INLINE double rd_double(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The NaN that an invalid operation yields is one and the same, whatever the compiler made of the expression. */
RD_INLINE uint64_t rd_float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return value != value ? 0xffc00000 : bits;
}

RD_INLINE uint64_t rd_double_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return value != value ? 0xfff8000000000000 : bits;
}

#define RD_FLOAT_RESULT(operator)                                                                                      \
    (width == 32 ? rd_float_bits(rd_float(a) operator rd_float(b)) : rd_double_bits(rd_double(a) operator rd_double(b)))

RD_INLINE uint64_t rd_float_two(unsigned op, uint64_t a, uint64_t b, unsigned width)
{
    if (rd_is_nan(a, width))
        return rd_quiet(a, width);
    if (rd_is_nan(b, width))
        return rd_quiet(b, width);
    switch (op) {
    case RD_OP_FADD:
        return RD_FLOAT_RESULT(+);
    case RD_OP_FSUB:
        return RD_FLOAT_RESULT(-);
    case RD_OP_FMUL:
        return RD_FLOAT_RESULT(*);
    default:
        return RD_FLOAT_RESULT(/);
    }
}

RD_INLINE uint64_t rd_float_extreme(unsigned op, uint64_t a, uint64_t b, unsigned width)
{
    if (rd_is_nan(a, width))
        return b;
    if (rd_is_nan(b, width))
        return a;
    double x = width == 32 ? (double)rd_float(a) : rd_double(a), y = width == 32 ? (double)rd_float(b) : rd_double(b);
    return (op == RD_OP_FMAX ? x >= y : x <= y) ? a : b;
}

RD_INLINE uint64_t rd_float_compare(unsigned op, uint64_t a, uint64_t b, unsigned width)
{
    if (op == RD_OP_FCMP_TRUE || op == RD_OP_FCMP_FALSE)
        return op == RD_OP_FCMP_TRUE;
    if (rd_is_nan(a, width) || rd_is_nan(b, width))
        return op >= RD_OP_FCMP_UEQ;
    double x = width == 32 ? (double)rd_float(a) : rd_double(a), y = width == 32 ? (double)rd_float(b) : rd_double(b);
    switch (op) {
    case RD_OP_FCMP_OEQ:
    case RD_OP_FCMP_UEQ:
        return x == y;
    case RD_OP_FCMP_OGT:
    case RD_OP_FCMP_UGT:
        return x > y;
    case RD_OP_FCMP_OGE:
    case RD_OP_FCMP_UGE:
        return x >= y;
    case RD_OP_FCMP_OLT:
    case RD_OP_FCMP_ULT:
        return x < y;
    case RD_OP_FCMP_OLE:
    case RD_OP_FCMP_ULE:
        return x <= y;
    case RD_OP_FCMP_ONE:
    case RD_OP_FCMP_UNE:
        return x != y;
    default:
        return op == RD_OP_FCMP_ORD;
    }
}

/* Operators with two operands of one width, which do not trap; to be cut to the result's width by the caller. */
RD_INLINE uint64_t rd_two(unsigned op, uint64_t a, uint64_t b, unsigned width)
{
    int64_t x = rd_signed(a, width), y = rd_signed(b, width);
    switch (op) {
    case RD_OP_ADD:
        return a + b;
    case RD_OP_SUB:
        return a - b;
    case RD_OP_MUL:
        return a * b;
    case RD_OP_UDIV:
        return a / b;
    case RD_OP_UREM:
        return a % b;
    case RD_OP_SDIV:
        return (uint64_t)(x / y);
    case RD_OP_SREM:
        return (uint64_t)(x % y);
    case RD_OP_SHL:
        return a << rd_shift(b, width);
    case RD_OP_LSHR:
        return a >> rd_shift(b, width);
    case RD_OP_ASHR:
        return (uint64_t)(x >> rd_shift(b, width));
    case RD_OP_AND:
        return a & b;
    case RD_OP_OR:
        return a | b;
    case RD_OP_XOR:
        return a ^ b;
    case RD_OP_NAND:
        return ~(a & b);
    case RD_OP_EQ:
        return a == b;
    case RD_OP_NE:
        return a != b;
    case RD_OP_UGT:
        return a > b;
    case RD_OP_UGE:
        return a >= b;
    case RD_OP_ULT:
        return a < b;
    case RD_OP_ULE:
        return a <= b;
    case RD_OP_SGT:
        return x > y;
    case RD_OP_SGE:
        return x >= y;
    case RD_OP_SLT:
        return x < y;
    case RD_OP_SLE:
        return x <= y;
    case RD_OP_SMAX:
        return x > y ? a : b;
    case RD_OP_SMIN:
        return x < y ? a : b;
    case RD_OP_UMAX:
        return a > b ? a : b;
    case RD_OP_UMIN:
        return a < b ? a : b;
    case RD_OP_UINC_WRAP:
        return a >= b ? 0 : a + 1;
    case RD_OP_UDEC_WRAP:
        return a == 0 || a > b ? b : a - 1;
    case RD_OP_FADD:
    case RD_OP_FSUB:
    case RD_OP_FMUL:
    case RD_OP_FDIV:
        return rd_float_two(op, a, b, width);
    case RD_OP_FMAX:
    case RD_OP_FMIN:
        return rd_float_extreme(op, a, b, width);
    default:
        return op >= RD_OP_FCMP_OEQ ? rd_float_compare(op, a, b, width) : rd_overflows(op, a, b, width);
    }
}

RD_INLINE uint64_t rd_convert_float(uint64_t bits, unsigned source, unsigned width)
{
    if (source < width) {
        if (rd_is_nan(bits, 32))
            return bits >> 31 << 63 | 0x7ff8000000000000 | (bits & 0x7fffff) << 29;
        return rd_double_bits((double)rd_float(bits));
    }
    if (rd_is_nan(bits, 64))
        return bits >> 63 << 31 | 0x7fc00000 | (bits >> 29 & 0x7fffff);
    return rd_float_bits((float)rd_double(bits));
}

RD_INLINE uint64_t rd_swap_bytes(uint64_t value, unsigned width)
{
    return __builtin_bswap64(value) >> (64 - width);
}

/* Operators with one operand of width `source`. */
RD_INLINE uint64_t rd_one(unsigned op, uint64_t a, unsigned source, unsigned width)
{
    int64_t x = rd_signed(a, source);
    switch (op) {
    case RD_OP_TRUNC:
    case RD_OP_ZEXT:
        return a & rd_mask(width);
    case RD_OP_SEXT:
        return (uint64_t)x & rd_mask(width);
    case RD_OP_FPTRUNC:
    case RD_OP_FPEXT:
        return rd_convert_float(a, source, width);
    case RD_OP_SITOFP:
        return width == 32 ? rd_float_bits((float)x) : rd_double_bits((double)x);
    case RD_OP_UITOFP:
        return width == 32 ? rd_float_bits((float)a) : rd_double_bits((double)a);
    case RD_OP_FNEG:
        return a ^ 1ull << (width - 1);
    case RD_OP_FABS:
        return a & rd_mask(width) >> 1;
    case RD_OP_BSWAP:
        return rd_swap_bytes(a, width);
    case RD_OP_CTPOP:
        return (uint64_t)__builtin_popcountll(a);
    default: /* RD_OP_ABS */
        return (x < 0 ? -(uint64_t)x : (uint64_t)x) & rd_mask(width);
    }
}

#endif
