/* Cancellation, deferred: pthread_cancel asks, and the thread ends at its next cancellation point, also one in which it waits:
 * RD_CANCEL of the one, RD_CANCELLED of the other, in place of the operation. From there on it is a pthread_exit. While a schedule
 * is followed it ends where a directive says. */
#include "runtime.h"

#include <ucontext.h>

bool rd_cancels;
static bool nudges; /* RD_NUDGE has a handler */

static bool is_cancellation_point(uint8_t kind)
{
    switch (kind) {
    case RD_SEM_WAIT: case RD_SEM_TIMEDWAIT: case RD_WAKE: case RD_JOIN: case RD_SLEEP: case RD_SIGNAL_WAIT: case RD_BACK:
        return true;
    default:
        return false;
    }
}

static bool is_asked(const struct rd_thread *thread)
{
    if (!thread->cancellation.asked || thread->cancellation.disabled)
        return false;
    return !rd_following_segments() || rd_given_signal(thread) == RD_CANCELLATION || !rd_is_given_later(thread, RD_CANCELLATION);
}

bool rd_must_cancel(const struct rd_thread *thread)
{
    return RD_UNLIKELY(thread->cancellation.asked) && is_cancellation_point(thread->pending.kind) && is_asked(thread);
}

bool rd_begin_cancel(struct rd_thread *thread)
{
    struct rd_pending pending = thread->pending;
    rd_visible(thread, RD_CANCELLED, 0, 0);
    thread->pending = pending;
    if (!is_asked(thread))
        return false;
    rd_perform(thread, RD_CANCELLED, 0, 0, 0, 0, RD_SENT_TO_THREAD);
    thread->cancellation.asked = false;
    thread->cancellation.disabled = thread->cancellation.is_due = true;
    thread->result = PTHREAD_CANCELED;
    rd_restore_limit(thread);
    return true;
}

void rd_end_cancel(void)
{
    rd_real.pthread_exit(PTHREAD_CANCELED);
    __builtin_unreachable();
}

void rd_test_cancel(struct rd_thread *thread)
{
    if (is_asked(thread) && rd_begin_cancel(thread))
        rd_end_cancel();
}

/* Only takes the thread out of the system call in which it waits. */
static void nudged(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info;
    struct rd_thread *thread = rd_self;
    if (rd_mode == RD_MODE_ON && thread && thread->signals.in_call)
        rd_leave_system_call(context);
}

void rd_nudge(const struct rd_thread *thread)
{
    if (!nudges) {
        struct sigaction action = {.sa_sigaction = nudged, .sa_flags = SA_SIGINFO | SA_RESTART};
        nudges = rd_real.sigaction(RD_NUDGE, &action, NULL) == 0;
    }
    RD_SYSCALL3(SYS_tgkill, RD_SYSCALL0(SYS_getpid), thread->kernel_id, RD_NUDGE);
}

/* ---- the names */

int pthread_cancel(pthread_t handle)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.pthread_cancel(handle);
    rd_visible(thread, RD_CANCEL, handle, 0);
    struct rd_thread *target = rd_find_thread(handle);
    int result = target ? 0 : ESRCH;
    rd_perform(thread, RD_CANCEL, target ? 0 : RD_FLAG_MISUSE | RD_FLAG_FAILED, result, target ? target->index : RD_NO_THREAD, 0,
               RD_SENT_TO_THREAD);
    if (!target || target->status == RD_STATUS_ENDED)
        return result;
    rd_cancels = true;
    target->cancellation.asked = true;
    if (target->status != RD_STATUS_OUTSIDE)
        rd_restore_limit(target);
    else if (target->signals.in_call)
        rd_nudge(target); /* where that comes too early the watchdog does it again */
    return 0;
}

int pthread_setcancelstate(int state, int *old)
{
    struct rd_thread *thread = rd_enter_from(RD_CALLER);
    if (!thread || !rd_is_in_program(RD_CALLER)) /* libc does it for its own sake too */
        return rd_real.pthread_setcancelstate(state, old);
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    int before = thread->cancellation.disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
    thread->cancellation.disabled = state == PTHREAD_CANCEL_DISABLE;
    rd_restore_limit(thread);
    if (old) {
        rd_visible(thread, RD_WRITE, rd_address(old), sizeof *old | RD_WRITES);
        *old = before;
        rd_perform_write(thread, old, sizeof *old);
    }
    return 0;
}

int pthread_setcanceltype(int type, int *old)
{
    struct rd_thread *thread = rd_enter_from(RD_CALLER);
    if (thread && type == PTHREAD_CANCEL_ASYNCHRONOUS && rd_is_in_program(RD_CALLER)) {
        RD_SAY("PTHREAD_CANCEL_ASYNCHRONOUS is not supported: the run ends here");
        rd_end_run(RD_OUTCOME_REFUSED);
    }
    return rd_real.pthread_setcanceltype(type, old);
}

void pthread_testcancel(void)
{
    struct rd_thread *thread = rd_enter();
    if (thread)
        rd_test_cancel(thread);
    else
        rd_real.pthread_testcancel();
}
