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
#define TICKS_UNTIL_IN_VAIN 5000
#define TICKS_UNTIL_STUCK 2000 /* before it is said that only a signal could help */

static bool started;

/* what the kernel says that the thread does: S sleeps, R runs, t stands still under a debugger; 0: it does not say */
static char state(pid_t kernel_id)
{
    char file[64] = "/proc/self/task/", number[24], text[256];
    strcat(strcat(file, rd_decimal((uint64_t)kernel_id, number)), "/stat");
    long descriptor = RD_SYSCALL3(SYS_open, file, O_RDONLY | O_CLOEXEC, 0);
    if (descriptor < 0)
        return 0;
    long length = RD_SYSCALL3(SYS_read, descriptor, text, sizeof text - 1);
    RD_SYSCALL1(SYS_close, descriptor);
    if (length <= 0)
        return 0;
    text[length] = 0;
    const char *after_name = strrchr(text, ')');
    return after_name && after_name[1] == ' ' ? after_name[2] : 0;
}

static bool sleeps(pid_t kernel_id)
{
    return state(kernel_id) == 'S';
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

/* A signal or a cancellation came to a thread that waits while nobody runs, or just before it went to sleep in the kernel. */
static void pass_signals_on(bool nobody_runs)
{
    bool somebody = false, follows = rd_following_segments();
    rd_lock();
    for (uint32_t i = 0; i < rd_thread_count; i++) {
        struct rd_thread *thread = rd_threads[i];
        int number = follows || thread->status == RD_STATUS_ENDED ? 0 : rd_next_signal(thread);
        if (number && __atomic_load_n(&thread->signals.in_call, __ATOMIC_SEQ_CST))
            RD_SYSCALL3(SYS_tgkill, RD_SYSCALL0(SYS_getpid), thread->kernel_id, number);
        if (thread->cancellation.asked && !thread->cancellation.disabled
            && __atomic_load_n(&thread->signals.in_call, __ATOMIC_SEQ_CST))
            rd_nudge(thread);
        somebody |= !follows && rd_readiness(thread) == RD_IS_READY;
    }
    if (somebody && nobody_runs && !rd_current)
        rd_hand_over(NULL, true);
    rd_unlock();
}

/* nobody runs, is in the kernel, or waits for a signal by name */
static bool is_stuck(void)
{
    if (rd_outside_count || rd_following_segments())
        return false;
    for (uint32_t i = 0; i < rd_thread_count; i++)
        if (rd_threads[i]->status != RD_STATUS_ENDED && rd_threads[i]->pending.kind == RD_SIGNAL_WAIT)
            return false;
    return true;
}

/* In a schedule that is followed, a thread that should go on sleeps, while others that could wake it are not let run. */
static void end_vain_wait(struct sight before)
{
    rd_lock();
    bool still = rd_following_segments() && same(before, look()) && rd_others_can_run(before.holder, true)
                 && (!before.holder || rd_segment_waits_for(before.holder));
    if (still)
        rd_give_up_segment();
    rd_unlock();
}

static void *watch(void *unused)
{
    struct sight last = {0};
    unsigned quiet_ticks = 0, still_ticks = 0; /* the second goes on where something was tried in vain */
    for (;;) {
        struct timespec tick = {0, TICK_NS};
        RD_SYSCALL2(SYS_nanosleep, &tick, 0);
        struct sight now = look();
        bool quiet = same(last, now)
                     && (!now.holder
                         || (!__atomic_load_n(&now.holder->in_runtime, __ATOMIC_ACQUIRE) && sleeps(now.holder->kernel_id)));
        quiet_ticks = quiet ? quiet_ticks + 1 : 0;
        last = now;
        if (rd_has_signal_handlers || rd_cancels)
            pass_signals_on(!now.holder);
        still_ticks = quiet ? still_ticks + 1 : 0;
        if (still_ticks == TICKS_UNTIL_STUCK && rd_has_signal_handlers && !now.holder && is_stuck())
            rd_report_deadlock();
        if (still_ticks && still_ticks % TICKS_UNTIL_IN_VAIN == 0)
            end_vain_wait(now);
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
    if (!state((pid_t)RD_SYSCALL0(SYS_gettid))) {
        rd_control.watchdog = false; /* no /proc: Python has said what that means */
        return;
    }
    sigset_t all, before;
    pthread_t thread;
    pthread_attr_t attributes;
    sigfillset(&all);
    rd_real.pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    rd_real.pthread_create(&thread, &attributes, watch, NULL);
    rd_real.pthread_sigmask(SIG_SETMASK, &before, NULL);
}
