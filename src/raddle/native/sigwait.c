/* Waiting for signals: pause and sigsuspend end when a handler has run, sigwait and its kin take a signal without one. One visible
 * event each, RD_SIGNAL_WAIT. While a thread waits by sigwait its signals arrive at the runtime, whatever its mask says. */
#include "runtime.h"

uint64_t rd_signals_by_descriptor;

static bool never(const struct rd_thread *thread)
{
    (void)thread;
    return false;
}

static int interrupted(struct rd_thread *thread)
{
    rd_perform(thread, RD_SIGNAL_WAIT, RD_FLAG_FAILED, -1, 0, 0, 0);
    errno = EINTR;
    return -1;
}

/* ---- for a handler */

int pause(void)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.pause();
    rd_expect_signals(thread);
    rd_blocking_or_interrupted(thread, RD_SIGNAL_WAIT, 0, never, RD_INTERRUPTED);
    return interrupted(thread);
}

int sigsuspend(const sigset_t *mask)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.sigsuspend(mask);
    rd_expect_signals(thread);
    uint64_t before = rd_set_mask(rd_bits_of(mask));
    rd_look_at_mask(thread);
    rd_blocking_or_interrupted(thread, RD_SIGNAL_WAIT, 0, never, RD_INTERRUPTED);
    rd_set_mask(before);
    rd_look_at_mask(thread);
    return interrupted(thread);
}

/* ---- for a signal */

static int awaited_signal(const struct rd_thread *thread)
{
    bool follows = rd_following_segments();
    int given = follows ? rd_given_signal(thread) : 0;
    if (given && thread->signals.awaited & RD_SIGNAL_BIT(given))
        return given;
    uint64_t noted = __atomic_load_n(&thread->signals.noted, __ATOMIC_SEQ_CST);
    uint64_t come = ((follows ? noted & thread->signals.sent : noted) | rd_process_signals) & thread->signals.awaited;
    for (; come; come &= come - 1) {
        int number = __builtin_ctzll(come) + 1;
        if (!(follows && rd_is_given_later(thread, number)))
            return number;
    }
    return 0;
}

static bool has_come(const struct rd_thread *thread)
{
    return awaited_signal(thread);
}

struct taken {
    int number; /* 0: none, and errno says why */
    siginfo_t info;
};

static struct taken take(struct rd_thread *thread)
{
    struct taken taken = {.number = awaited_signal(thread)};
    uint64_t bit = RD_SIGNAL_BIT(taken.number);
    bool of_process = !(thread->signals.noted & bit) && rd_process_signals & bit;
    uint64_t sent = of_process ? RD_SENT_TO_PROCESS : thread->signals.sent & bit ? RD_SENT_TO_THREAD : RD_SENT_FROM_OUTSIDE;
    rd_forget_signal(thread, taken.number);
    rd_tell_info(thread, taken.number, sent, &taken.info);
    rd_perform(thread, RD_SIGNAL_WAIT, 0, taken.number, 0, (uint64_t)taken.number, sent);
    return taken;
}

static struct taken fail(struct rd_thread *thread, int error)
{
    rd_perform(thread, RD_SIGNAL_WAIT, RD_FLAG_FAILED, -1, 0, 0, 0);
    errno = error;
    return (struct taken){0};
}

static struct taken await(struct rd_thread *thread, const sigset_t *set, const struct timespec *limit,
                          enum rd_interruptible how)
{
    uint64_t awaited = rd_bits_of(set) & ~(RD_SIGNAL_BIT(SIGKILL) | RD_SIGNAL_BIT(SIGSTOP));
    rd_expect_signals(thread);
    for (int number = 1; number < RD_SIGNALS_END; number++)
        if (awaited & RD_SIGNAL_BIT(number))
            rd_take_over_signal(number);
    rd_look_at_mask(thread);
    thread->signals.awaited = awaited;
    uint64_t before = rd_set_mask(thread->signals.blocked & ~awaited);
    enum rd_timed outcome = RD_IN_TIME;
    if (limit)
        outcome = rd_timed_or_interrupted(thread, RD_SIGNAL_WAIT, 0, has_come,
                                          rd_skipped_ns + (uint64_t)limit->tv_sec * 1000000000 + (uint64_t)limit->tv_nsec, how);
    else if (!rd_blocking_or_interrupted(thread, RD_SIGNAL_WAIT, 0, has_come, how))
        outcome = RD_TIMED_INTERRUPTED;
    struct taken taken = outcome == RD_IN_TIME ? take(thread) : fail(thread, outcome == RD_TIMED_OUT ? EAGAIN : EINTR);
    thread->signals.awaited = 0;
    rd_set_mask(before);
    rd_look_at_mask(thread);
    return taken;
}

int sigwait(const sigset_t *restrict set, int *restrict number)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.sigwait(set, number);
    *number = await(thread, set, NULL, RD_UNINTERRUPTED).number;
    rd_perform_write(thread, number, sizeof *number);
    return 0;
}

static int told(struct rd_thread *thread, const struct taken *taken, siginfo_t *info)
{
    if (taken->number && info) {
        *info = taken->info;
        rd_perform_write(thread, info, sizeof *info);
    }
    return taken->number ? taken->number : -1;
}

int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.sigwaitinfo(set, info);
    struct taken taken = await(thread, set, NULL, RD_INTERRUPTED);
    return told(thread, &taken, info);
}

int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict limit)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.sigtimedwait(set, info, limit);
    if (limit && (!rd_is_valid_time(limit) || limit->tv_sec < 0)) {
        errno = EINVAL;
        return -1;
    }
    struct taken taken = await(thread, set, limit, RD_INTERRUPTED);
    return told(thread, &taken, info);
}

/* What is read from a descriptor stays with the kernel. */
int signalfd(int descriptor, const sigset_t *set, int flags)
{
    if (rd_enter())
        rd_signals_by_descriptor |= rd_bits_of(set);
    return rd_real.signalfd(descriptor, set, flags);
}

/* which signals the program would find waiting; those that the kernel keeps are added */
int sigpending(sigset_t *set)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.sigpending(set);
    rd_visible(thread, RD_WRITE, rd_address(set), sizeof *set | RD_WRITES);
    int result = rd_real.sigpending(set);
    uint64_t kept = rd_bits_of(set) | thread->signals.noted | rd_process_signals;
    memcpy(set, &kept, sizeof kept);
    rd_perform_write(thread, set, sizeof *set);
    return result;
}
