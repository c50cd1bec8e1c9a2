/* raddle.h: say in C or C++ which blocks of a program are meant to be atomic.
 *
 *     RADDLE_ATOMIC_BEGIN();                   from here ...
 *     RADDLE_ATOMIC_END();                     ... to here, in this thread
 *     { RADDLE_ATOMIC; ... }                   from here to the end of the scope, whichever way it is left
 *     RADDLE_ATOMIC_FUNCTION void f(void);     each call of the function, from its entry to its return
 *
 * A block is atomic if nobody could tell the run from one in which no other thread did anything between its beginning and
 * its end. Nothing is locked, and the program does the same with these words as without them: `raddle check` reports the
 * blocks that other threads can tear. Where blocks nest, the outermost counts. A block that never ends lasts as long as
 * its thread.
 *
 * With other compilers than Raddle's all of this is nothing at all: no code, no symbol, no library. `raddle cc`,
 * `raddle c++` and `raddle check` find this file by themselves; for other compilers copy it to where they look.
 *
 * This file may be used, copied, changed and handed on by anybody for any purpose, without fee or notice. It comes without
 * warranty of any kind.
 */
#ifndef RADDLE_H
#define RADDLE_H

#ifdef __RADDLE__

/* Comments in the assembly: the walk of a run finds them, the processor does not. */
#define RADDLE_ATOMIC_BEGIN() __asm__ volatile("# raddle.h: atomic begin")
#define RADDLE_ATOMIC_END() __asm__ volatile("# raddle.h: atomic end")

static __inline__ __attribute__((always_inline, unused)) void raddle_atomic_scope_ends(const char *scope)
{
    (void)scope;
    RADDLE_ATOMIC_END();
}

#define RADDLE_ATOMIC_NAME_(number) raddle_atomic_scope_##number
#define RADDLE_ATOMIC_NAME(number) RADDLE_ATOMIC_NAME_(number)
/* Of __COUNTER__ clang 22 says with -pedantic that it is new in C; older ones do not know that warning. */
#define RADDLE_ATOMIC                                                                                                  \
    _Pragma("clang diagnostic push")                                                                                   \
    _Pragma("clang diagnostic ignored \"-Wunknown-warning-option\"")                                                   \
    _Pragma("clang diagnostic ignored \"-Wc2y-extensions\"")                                                           \
    __attribute__((cleanup(raddle_atomic_scope_ends), unused)) const char RADDLE_ATOMIC_NAME(__COUNTER__) =            \
        __extension__({                                                                                                \
            RADDLE_ATOMIC_BEGIN();                                                                                     \
            (char)0;                                                                                                   \
        })                                                                                                             \
    _Pragma("clang diagnostic pop")

#define RADDLE_ATOMIC_FUNCTION __attribute__((annotate("atomic")))

#else

#define RADDLE_ATOMIC_BEGIN() ((void)0)
#define RADDLE_ATOMIC_END() ((void)0)
#define RADDLE_ATOMIC ((void)0)
#define RADDLE_ATOMIC_FUNCTION

#endif
#endif
