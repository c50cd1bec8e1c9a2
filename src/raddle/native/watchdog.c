/* A thread of its own that looks whether the holder of the baton sleeps in the kernel without getting on, for instance in a
 * lock of libc, and if so takes the baton from it; the thread comes back at its next hook or interposed call.
 *
 * The holder may wake at any moment. So it is first marked as outside, with a limit of 0, and only then looked at once more: if
 * it still sleeps it has not entered the runtime since, and when it does it will see the mark and wait for rd_lock. If it does
 * not sleep the mark is taken away again. */
#include "runtime.h"

#include <fcntl.h>
#include <signal.h>

#define TICK_NS 1000000
#define TICKS_UNTIL_OUTSIDE 5
#define TICKS_UNTIL_TIME_PASSES 20 /* before a time limit runs out because all others are in the kernel */

static bool started;

static bool sleeps(pid_t kernel_id)
{
    char file[64] = "/proc/self/task/", number[24], text[256];
    strcat(strcat(file, rd_decimal((uint64_t)kernel_id, number)), "/stat");
    long descriptor = RD_SYSCALL3(SYS_open, file, O_RDONLY | O_CLOEXEC, 0);
    if (descriptor < 0)
        return false;
    long length = RD_SYSCALL3(SYS_read, descriptor, text, sizeof text - 1);
    RD_SYSCALL1(SYS_close, descriptor);
    if (length <= 0)
        return false;
    text[length] = 0;
    const char *after_name = strrchr(text, ')');
    return after_name && after_name[1] == ' ' && after_name[2] == 'S';
}

struct sight {
    struct rd_thread *holder;
    uint64_t count;
    uint64_t block_next;
};

static struct sight look(void)
{
    struct sight sight = {.holder = __atomic_load_n(&rd_current, __ATOMIC_ACQUIRE)};
    if (sight.holder) {
        sight.count = __atomic_load_n(&sight.holder->page->count, __ATOMIC_RELAXED);
        sight.block_next = __atomic_load_n(&sight.holder->page->block_next, __ATOMIC_RELAXED);
    }
    return sight;
}

static bool same(struct sight a, struct sight b)
{
    return a.holder == b.holder && a.count == b.count && a.block_next == b.block_next;
}

static void put_outside_if_still_asleep(struct sight before, bool also_by_timeout)
{
    struct rd_thread *holder = before.holder;
    rd_lock();
    if (rd_current == holder && holder->status == RD_STATUS_LIVE && !holder->region_depth && !rd_segment_waits_for(holder)) {
        __atomic_store_n(&holder->status, RD_STATUS_OUTSIDE, __ATOMIC_SEQ_CST);
        __atomic_store_n(&holder->page->limit, 0, __ATOMIC_SEQ_CST);
        bool asleep = sleeps(holder->kernel_id) && same(before, look())
                      && !__atomic_load_n(&holder->in_runtime, __ATOMIC_ACQUIRE);
        if (asleep && rd_others_can_run(holder, also_by_timeout)) {
            rd_put_outside(holder);
            rd_hand_over(NULL, !also_by_timeout);
        } else {
            rd_restore_limit(holder);
            __atomic_store_n(&holder->status, RD_STATUS_LIVE, __ATOMIC_RELEASE);
        }
    }
    rd_unlock();
}

static void *watch(void *unused)
{
    struct sight last = {0};
    unsigned quiet_ticks = 0;
    for (;;) {
        struct timespec tick = {0, TICK_NS};
        RD_SYSCALL2(SYS_nanosleep, &tick, 0);
        struct sight now = look();
        bool quiet = same(last, now)
                     && (!now.holder
                         || (!__atomic_load_n(&now.holder->in_runtime, __ATOMIC_ACQUIRE) && sleeps(now.holder->kernel_id)));
        quiet_ticks = quiet ? quiet_ticks + 1 : 0;
        last = now;
        bool time_passes = quiet_ticks && quiet_ticks % TICKS_UNTIL_TIME_PASSES == 0;
        if (now.holder && quiet_ticks >= TICKS_UNTIL_OUTSIDE) {
            put_outside_if_still_asleep(now, time_passes);
        } else if (!now.holder && quiet_ticks >= TICKS_UNTIL_TIME_PASSES) {
            rd_lock();
            if (!rd_current)
                rd_hand_over(NULL, false);
            rd_unlock();
            quiet_ticks = 0;
        }
    }
    return unused;
}

void rd_start_watchdog(void)
{
    if (started || !rd_control.watchdog)
        return;
    started = true;
    sigset_t all, before;
    pthread_t thread;
    pthread_attr_t attributes;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    rd_real.pthread_create(&thread, &attributes, watch, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
