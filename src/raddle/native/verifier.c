/* The functions of SV-COMP programs. All weak: a program may define its own. */
#include "runtime.h"

#define WEAK __attribute__((weak))

/* ---- endings */

static void error_call(void)
{
    struct rd_thread *thread = rd_enter();
    if (thread) {
        rd_visible(thread, RD_ERROR_CALL, 0, 0);
        rd_note_who_waits(thread);
        rd_perform(thread, RD_ERROR_CALL, 0, 0, 0, 0, 0);
        rd_set_outcome(RD_OUTCOME_ERROR);
        rd_failed();
        thread->region_depth++;
    }
    rd_real.abort();
}

WEAK void reach_error(void);
WEAK void reach_error(void)
{
    error_call();
}

WEAK void __VERIFIER_error(void);
WEAK void __VERIFIER_error(void)
{
    error_call();
}

/* What abort() is inside of functions that assume (capture/normalise.py). No program has one of its own. */
void __VERIFIER_assumption_failed(void);
void __VERIFIER_assumption_failed(void)
{
    struct rd_thread *thread = rd_enter();
    if (thread) {
        rd_visible(thread, RD_ASSUME_FAIL, 0, 0);
        rd_note_who_waits(thread);
        rd_perform(thread, RD_ASSUME_FAIL, 0, 0, 0, 0, 0);
    }
    rd_end_run(RD_OUTCOME_ASSUME);
}

WEAK void __VERIFIER_assume(int condition);
WEAK void __VERIFIER_assume(int condition)
{
    if (!condition)
        __VERIFIER_assumption_failed();
}

WEAK void __VERIFIER_assert(int condition);
WEAK void __VERIFIER_assert(int condition)
{
    if (!condition)
        error_call();
}

/* ---- regions */

WEAK void __VERIFIER_atomic_begin(void);
WEAK void __VERIFIER_atomic_begin(void)
{
    __raddle_region_begin();
}

WEAK void __VERIFIER_atomic_end(void);
WEAK void __VERIFIER_atomic_end(void)
{
    __raddle_region_end();
}

/* ---- values: those given, in the order of the calls, then 1 or a small random one */

#define LARGEST_RANDOM 8

static int64_t next_value(void)
{
    static uint64_t state;
    struct rd_list *given = &rd_control.nondet;
    uint64_t live = 1;
    if (given->next < given->used) {
        live = given->items[given->next++];
    } else if (rd_control.nondet_seeded) {
        if (!state)
            state = (rd_control.nondet_seed + 1) * RD_CHECK_FACTOR | 1;
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        live = (state >> 11) % LARGEST_RANDOM;
    }
    struct rd_thread *thread = rd_enter();
    return (int64_t)(thread ? rd_input(thread, RD_INPUT_NONDET, live) : live);
}

#define RD_NONDET(name, type) \
    WEAK type __VERIFIER_nondet_##name(void); \
    WEAK type __VERIFIER_nondet_##name(void) \
    { \
        return (type)next_value(); \
    }

RD_NONDET(bool, _Bool)
RD_NONDET(_Bool, _Bool)
RD_NONDET(char, char)
RD_NONDET(schar, signed char)
RD_NONDET(uchar, unsigned char)
RD_NONDET(unsigned_char, unsigned char)
RD_NONDET(short, short)
RD_NONDET(ushort, unsigned short)
RD_NONDET(int, int)
RD_NONDET(uint, unsigned)
RD_NONDET(unsigned, unsigned)
RD_NONDET(unsigned_int, unsigned)
RD_NONDET(long, long)
RD_NONDET(ulong, unsigned long)
RD_NONDET(unsigned_long, unsigned long)
RD_NONDET(longlong, long long)
RD_NONDET(ulonglong, unsigned long long)
RD_NONDET(size_t, size_t)
RD_NONDET(loff_t, int64_t)
RD_NONDET(sector_t, unsigned long)
RD_NONDET(pthread_t, unsigned long)
RD_NONDET(S8, int8_t)
RD_NONDET(S16, int16_t)
RD_NONDET(S32, int32_t)
RD_NONDET(S64, int64_t)
RD_NONDET(u8, uint8_t)
RD_NONDET(u16, uint16_t)
RD_NONDET(u32, uint32_t)
RD_NONDET(u64, uint64_t)
RD_NONDET(U8, uint8_t)
RD_NONDET(U16, uint16_t)
RD_NONDET(U32, uint32_t)
RD_NONDET(U64, uint64_t)
RD_NONDET(float, float)
RD_NONDET(double, double)

WEAK void *__VERIFIER_nondet_pointer(void);
WEAK void *__VERIFIER_nondet_pointer(void)
{
    return (void *)next_value();
}
