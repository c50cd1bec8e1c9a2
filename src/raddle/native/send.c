/* Signals that the program sends to itself: kept by the runtime, never given to the kernel, so that they come to the same thread
 * at the same event whenever the order is the same. What ends or stops the process, and what goes to others, is the kernel's. */
#include "runtime.h"

static bool takes(const struct rd_thread *thread, int number)
{
    return thread->status != RD_STATUS_ENDED && !(thread->signals.blocked & RD_SIGNAL_BIT(number));
}

static bool awaits(const struct rd_thread *thread, int number)
{
    return thread->status != RD_STATUS_ENDED && thread->signals.awaited & RD_SIGNAL_BIT(number);
}

/* null: all block it; it stays with the process */
static struct rd_thread *whom_of_the_process(int number)
{
    for (uint32_t i = 0; i < rd_thread_count; i++)
        if (awaits(rd_threads[i], number))
            return rd_threads[i];
    for (uint32_t i = 0; i < rd_thread_count; i++)
        if (takes(rd_threads[i], number))
            return rd_threads[i];
    return NULL;
}

void rd_mark_signal(struct rd_thread *target, int number, const siginfo_t *info)
{
    uint64_t bit = RD_SIGNAL_BIT(number);
    if (!target) {
        rd_process_infos[number] = *info;
        __atomic_or_fetch(&rd_process_signals, bit, __ATOMIC_SEQ_CST);
        return;
    }
    if (!(target->signals.noted & bit))
        target->signals.infos[number] = *info;
    target->signals.sent |= bit;
    __atomic_or_fetch(&target->signals.noted, bit, __ATOMIC_SEQ_CST);
    if (target->status == RD_STATUS_OUTSIDE && target->signals.in_call)
        RD_SYSCALL3(SYS_tgkill, RD_SYSCALL0(SYS_getpid), target->kernel_id, number);
    if (target->status != RD_STATUS_OUTSIDE)
        rd_restore_limit(target);
}

/* whether it can only come to a handler or to a wait, and not do what signals do by default */
static bool is_ours(const struct rd_thread *target, int number)
{
    struct sigaction action = rd_action(number);
    bool blocked = target ? !takes(target, number) || awaits(target, number) : true;
    return number < RD_SIGNALS_END && (rd_is_handler(&action) || (blocked && action.sa_handler != SIG_IGN));
}

/* What a timer sends: from outside, as far as the recording goes. */
void rd_signal_process(struct rd_thread *target, int number, const siginfo_t *info)
{
    target = target ? target : whom_of_the_process(number);
    if (!is_ours(target, number)) {
        RD_SYSCALL2(SYS_kill, RD_SYSCALL0(SYS_getpid), number);
        return;
    }
    rd_mark_signal(target, number, info);
    if (target)
        target->signals.sent &= ~RD_SIGNAL_BIT(number);
}

static bool is_valid(int number)
{
    return number > 0 && number < RD_SIGNALS_END && number != SIGKILL && number != SIGSTOP && number != SIGCONT;
}

/* True: done. False: the real function is to be called. */
static bool send_signal(struct rd_thread *thread, struct rd_thread *target, bool to_process, int number, siginfo_t info)
{
    if (!is_valid(number) || rd_signals_by_descriptor & RD_SIGNAL_BIT(number))
        return false;
    rd_visible(thread, RD_SIGNAL_SEND, (uint64_t)number, 0);
    if (to_process)
        target = whom_of_the_process(number);
    rd_perform(thread, RD_SIGNAL_SEND, 0, 0, target ? target->index : RD_NO_THREAD, (uint64_t)number,
               target ? RD_SENT_TO_THREAD : RD_SENT_TO_PROCESS);
    if (!is_ours(target, number))
        return false;
    rd_expect_signals(thread);
    info.si_signo = number;
    info.si_pid = rd_known_process((pid_t)RD_SYSCALL0(SYS_getpid));
    rd_mark_signal(target, number, &info);
    thread->pending = (struct rd_pending){.kind = RD_SIGNAL_SEND};
    if (rd_must_take_signals(thread))
        rd_take_signals(thread, RD_UNINTERRUPTED);
    return true;
}

static bool is_this_process(pid_t told)
{
    return told > 0 && rd_real_process(told) == (pid_t)RD_SYSCALL0(SYS_getpid);
}

/* ---- the names */

int kill(pid_t process, int number)
{
    struct rd_thread *thread = rd_enter();
    if (thread && is_this_process(process) && send_signal(thread, NULL, true, number, (siginfo_t){.si_code = SI_USER}))
        return 0;
    return rd_real.kill(rd_real_process(process), number);
}

int sigqueue(pid_t process, int number, const union sigval value)
{
    struct rd_thread *thread = rd_enter();
    siginfo_t info = {.si_code = SI_QUEUE};
    info.si_value = value;
    if (thread && is_this_process(process) && send_signal(thread, NULL, true, number, info))
        return 0;
    return rd_real.sigqueue(rd_real_process(process), number, value);
}

int raise(int number)
{
    struct rd_thread *thread = rd_enter();
    if (thread && send_signal(thread, thread, false, number, (siginfo_t){.si_code = SI_TKILL}))
        return 0;
    return rd_real.raise(number);
}

int pthread_kill(pthread_t handle, int number)
{
    struct rd_thread *thread = rd_enter();
    struct rd_thread *target = thread ? rd_find_thread(handle) : NULL;
    if (target && target->status == RD_STATUS_ENDED)
        return number < 0 || number >= RD_SIGNALS_END ? EINVAL : 0;
    if (target && send_signal(thread, target, false, number, (siginfo_t){.si_code = SI_TKILL}))
        return 0;
    return rd_real.pthread_kill(handle, number);
}

int pthread_sigqueue(pthread_t handle, int number, const union sigval value)
{
    struct rd_thread *thread = rd_enter();
    struct rd_thread *target = thread ? rd_find_thread(handle) : NULL;
    siginfo_t info = {.si_code = SI_QUEUE};
    info.si_value = value;
    if (target && target->status != RD_STATUS_ENDED && send_signal(thread, target, false, number, info))
        return 0;
    return rd_real.pthread_sigqueue(handle, number, value);
}
