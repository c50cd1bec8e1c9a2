/* What waits on atomics (also in latches, semaphores, barriers, stop tokens) call in libc++: as barrier.c. Two things are different
 * from libc++'s own: a wait has no time limit there of two seconds, after which it would look again; and no waiters are
 * counted, so that a wake is always told. Objects of another size than the kernel's words wait on one of a table. Under the old names
 * headers of libc++ 20 ask, under the new ones those since. */
#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define OURS __attribute__((weak, visibility("hidden")))

#define monitor_global _ZNSt3__123__atomic_monitor_globalEPKv
#define wait_global _ZNSt3__126__atomic_wait_global_tableEPKvi
#define wait_global_timed _ZNSt3__139__atomic_wait_global_table_with_timeoutEPKvim
#define notify_one_global _ZNSt3__132__atomic_notify_one_global_tableEPKv
#define notify_all_global _ZNSt3__132__atomic_notify_all_global_tableEPKv
#define wait_native _ZNSt3__120__atomic_wait_nativeILm4EEEvPKvS2_
#define wait_native_timed _ZNSt3__133__atomic_wait_native_with_timeoutILm4EEEvPKvS2_m
#define notify_one_native _ZNSt3__126__atomic_notify_one_nativeILm4EEEvPKv
#define notify_all_native _ZNSt3__126__atomic_notify_all_nativeILm4EEEvPKv

#define old_monitor_global _ZNSt3__123__libcpp_atomic_monitorEPVKv
#define old_wait_global _ZNSt3__120__libcpp_atomic_waitEPVKvi
#define old_notify_one_global _ZNSt3__123__cxx_atomic_notify_oneEPVKv
#define old_notify_all_global _ZNSt3__123__cxx_atomic_notify_allEPVKv
#define old_monitor_native _ZNSt3__123__libcpp_atomic_monitorEPVKNS_17__cxx_atomic_implIiNS_22__cxx_atomic_base_implIiEEEE
#define old_wait_native _ZNSt3__120__libcpp_atomic_waitEPVKNS_17__cxx_atomic_implIiNS_22__cxx_atomic_base_implIiEEEEi
#define old_notify_one_native _ZNSt3__123__cxx_atomic_notify_oneEPVKNS_17__cxx_atomic_implIiNS_22__cxx_atomic_base_implIiEEEE
#define old_notify_all_native _ZNSt3__123__cxx_atomic_notify_allEPVKNS_17__cxx_atomic_implIiNS_22__cxx_atomic_base_implIiEEEE

#define STATES 256
static _Atomic int32_t states[STATES];

/* The runtime chooses, so that nothing in the program depends on an address as a number. In libc++'s own, objects may share a word:
 * a notify of one may then wake who waits for another, which hides that nobody told him. */
unsigned __raddle_place_of(const void *object, unsigned places);

static _Atomic int32_t *state_of(const void *object)
{
    return &states[__raddle_place_of(object, STATES)];
}

static void wait_at(const void *word, int32_t expected, const struct timespec *limit)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, limit, NULL, 0);
}

static void wake_at(const void *word, int count)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
}

static struct timespec in(uint64_t nanoseconds)
{
    return (struct timespec){(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
}

/* ---- objects of another size */

OURS int32_t monitor_global(const void *object)
{
    return atomic_load_explicit(state_of(object), memory_order_acquire);
}

OURS void wait_global(const void *object, int32_t seen) { wait_at(state_of(object), seen, NULL); }

OURS void wait_global_timed(const void *object, int32_t seen, uint64_t nanoseconds)
{
    struct timespec limit = in(nanoseconds);
    wait_at(state_of(object), seen, &limit);
}

/* Others may wait at the same word: nobody can say who is the one. */
OURS void notify_all_global(const void *object)
{
    atomic_fetch_add(state_of(object), 1);
    wake_at(state_of(object), INT_MAX);
}

OURS void notify_one_global(const void *object) { notify_all_global(object); }

OURS int32_t old_monitor_global(const void *object) { return monitor_global(object); }
OURS void old_wait_global(const void *object, int32_t seen) { wait_global(object, seen); }
OURS void old_notify_one_global(const void *object) { notify_all_global(object); }
OURS void old_notify_all_global(const void *object) { notify_all_global(object); }

/* ---- of the kernel's */

OURS void wait_native(const void *object, const int32_t *seen) { wait_at(object, *seen, NULL); }

OURS void wait_native_timed(const void *object, const int32_t *seen, uint64_t nanoseconds)
{
    struct timespec limit = in(nanoseconds);
    wait_at(object, *seen, &limit);
}

OURS void notify_one_native(const void *object) { wake_at(object, 1); }
OURS void notify_all_native(const void *object) { wake_at(object, INT_MAX); }

OURS int32_t old_monitor_native(const _Atomic int32_t *object) { return atomic_load_explicit(object, memory_order_acquire); }
OURS void old_wait_native(const void *object, int32_t seen) { wait_at(object, seen, NULL); }
OURS void old_notify_one_native(const void *object) { wake_at(object, 1); }
OURS void old_notify_all_native(const void *object) { wake_at(object, INT_MAX); }
