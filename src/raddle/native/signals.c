/* Signal handlers. The kernel calls `arrive`, which only notes the signal. The thread runs the program's handler before its next
 * visible event at which the walk can follow: an interposed call, also one in which it waits, or a scalar load. So a handler is
 * instrumented code at a recorded place, between RD_SIGNAL_DELIVER and RD_SIGNAL_RETURN.
 *
 * While a schedule is followed signals come where its directives say, and those that really arrive wait for its end. What the
 * program sends to itself never goes through the kernel (see send.c) and needs no directive. */
#include "runtime.h"

#include <ucontext.h>

#define ALL_SIGNALS (~0ull)
#define FLAGS_KEPT (SA_RESTART | SA_ONSTACK | SA_NOCLDSTOP | SA_NOCLDWAIT)

bool rd_has_signal_handlers;
bool rd_fault_is_handled;
uint64_t rd_process_signals;
siginfo_t rd_process_infos[RD_SIGNALS_END];

static struct sigaction actions[RD_SIGNALS_END]; /* the program's, of signals that come to `arrive` */
static bool taken_over[RD_SIGNALS_END];

bool rd_is_handler(const struct sigaction *action)
{
    return action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN;
}

void rd_expect_signals(struct rd_thread *thread)
{
    rd_start_watchdog();
    if (rd_has_signal_handlers)
        return;
    rd_has_signal_handlers = true;
    rd_note(thread, RD_SIGNALS, 0, 0, 0, 0);
    rd_look_at_mask(thread);
    rd_restore_limit(thread); /* a directive may name an event before that */
}

/* ---- masks: a program may also change them where we do not see it, by siglongjmp for instance */

uint64_t rd_bits_of(const sigset_t *set)
{
    uint64_t bits;
    memcpy(&bits, set, sizeof bits);
    return bits;
}

uint64_t rd_set_mask(uint64_t mask)
{
    uint64_t before = 0;
    RD_SYSCALL4(SYS_rt_sigprocmask, SIG_SETMASK, &mask, &before, sizeof mask);
    return before;
}

void rd_look_at_mask(struct rd_thread *thread)
{
    RD_SYSCALL4(SYS_rt_sigprocmask, SIG_SETMASK, 0, &thread->signals.blocked, sizeof thread->signals.blocked);
}

/* ---- arriving */

static void call_handler(const struct sigaction *action, int number, siginfo_t *info, void *context)
{
    if (action->sa_flags & SA_SIGINFO)
        action->sa_sigaction(number, info, context);
    else
        action->sa_handler(number);
}

/* at once, as the kernel would: in a child, and at a fault */
static void handle_at_once(int number, siginfo_t *info, void *context)
{
    struct sigaction action = actions[number];
    const ucontext_t *interrupted = context;
    if (!rd_is_handler(&action)) {
        rd_real.sigaction(number, &action, NULL);
        taken_over[number] = false;
        if (action.sa_handler == SIG_DFL)
            RD_SYSCALL2(SYS_kill, RD_SYSCALL0(SYS_getpid), number);
        return;
    }
    uint64_t mask = rd_bits_of(&interrupted->uc_sigmask) | rd_bits_of(&action.sa_mask);
    rd_set_mask(action.sa_flags & SA_NODEFER ? mask : mask | RD_SIGNAL_BIT(number));
    if (action.sa_flags & SA_RESETHAND)
        actions[number].sa_handler = SIG_DFL;
    call_handler(&action, number, info, context);
}

static bool is_fault(int number, const siginfo_t *info)
{
    bool kind = number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL || number == SIGTRAP;
    return kind && info->si_code > 0;
}

/* The instruction that failed cannot wait for an event, and the walk ends there: what the handler does is not recorded. */
static void handle_fault(int number, siginfo_t *info, void *context)
{
    rd_page = NULL;
    if (rd_self)
        rd_self->region_depth++;
    rd_fault_is_handled = true;
    char text[24];
    RD_SAY("signal ", rd_decimal((uint64_t)number, text), " at a fault: what its handler does is not recorded");
    handle_at_once(number, info, context);
    RD_SAY("a handler that returns to the instruction that failed is not supported: the run ends here");
    rd_end_run(RD_OUTCOME_REFUSED);
}

/* ---- faults that nobody handles */

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/* The instruction fails again when this returns, and ends the process. */
static void fail_again(int number, siginfo_t *info, void *context)
{
    (void)context;
    struct sigaction by_default = {.sa_handler = SIG_DFL};
    rd_real.sigaction(number, &by_default, NULL);
    if (rd_mode == RD_MODE_ON && rd_self && rd_self == rd_current && is_fault(number, info))
        rd_note_who_waits(rd_self);
    if (!is_fault(number, info))
        RD_SYSCALL2(SYS_kill, RD_SYSCALL0(SYS_getpid), number);
}

static bool fails_again(const struct sigaction *action)
{
    return action->sa_flags & SA_SIGINFO && action->sa_sigaction == fail_again;
}

void rd_expect_faults(void)
{
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct sigaction ours = {.sa_sigaction = fail_again, .sa_flags = SA_SIGINFO}, before;
        if (rd_real.sigaction(faults[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            rd_real.sigaction(faults[i], &ours, NULL);
    }
}

/* A system call that waits, or is about to, returns EINTR: outside.c makes it again where SA_RESTART says so. */
void rd_leave_system_call(void *interrupted)
{
    ucontext_t *context = interrupted;
    const unsigned char *code = (const unsigned char *)context->uc_mcontext.gregs[REG_RIP];
    if (code[0] == 0x0f && code[1] == 0x05) {
        context->uc_mcontext.gregs[REG_RIP] += 2;
        context->uc_mcontext.gregs[REG_RAX] = -EINTR;
    }
}

/* What the program sends to itself does not come this way, so abort is meant. The run has ended as far as it is recorded. */
static bool is_abort(int number, const siginfo_t *info)
{
    return number == SIGABRT && info->si_code == SI_TKILL && info->si_pid == (pid_t)RD_SYSCALL0(SYS_getpid);
}

static void arrive(int number, siginfo_t *info, void *context)
{
    int error = errno;
    struct rd_thread *thread = rd_self;
    if (rd_mode != RD_MODE_ON || is_fault(number, info) || is_abort(number, info)) {
        if (rd_mode == RD_MODE_ON && is_fault(number, info))
            handle_fault(number, info, context);
        rd_fault_is_handled = rd_mode == RD_MODE_ON;
        rd_page = NULL;
        handle_at_once(number, info, context);
        errno = error;
        return;
    }
    bool awaited = thread && thread->signals.awaited & RD_SIGNAL_BIT(number);
    if (!awaited && !rd_is_handler(&actions[number])) {
        handle_at_once(number, info, context); /* by default it ends the process, or nothing happens */
    } else if (!thread) {
        rd_process_infos[number] = *info;
        __atomic_or_fetch(&rd_process_signals, RD_SIGNAL_BIT(number), __ATOMIC_SEQ_CST);
    } else {
        if (!(thread->signals.noted & RD_SIGNAL_BIT(number)))
            thread->signals.infos[number] = *info;
        __atomic_or_fetch(&thread->signals.noted, RD_SIGNAL_BIT(number), __ATOMIC_SEQ_CST);
        __atomic_store_n(&thread->page->limit, 0, __ATOMIC_SEQ_CST);
        if (thread->signals.in_call)
            rd_leave_system_call(context);
    }
    errno = error;
}

void rd_take_over_signal(int number)
{
    if (taken_over[number] || number == SIGKILL || number == SIGSTOP)
        return;
    struct sigaction ours = {.sa_sigaction = arrive};
    rd_real.sigaction(number, NULL, &actions[number]);
    if (fails_again(&actions[number]))
        actions[number] = (struct sigaction){.sa_handler = SIG_DFL};
    ours.sa_flags = SA_SIGINFO | (actions[number].sa_flags & FLAGS_KEPT);
    sigfillset(&ours.sa_mask);
    taken_over[number] = rd_real.sigaction(number, &ours, NULL) == 0;
}

struct sigaction rd_action(int number)
{
    struct sigaction action = {0}, real;
    if (taken_over[number])
        return actions[number];
    if (rd_real.sigaction(number, NULL, &real) == 0 && !fails_again(&real)) { /* of its mask libc fills in only what the kernel knows */
        action.sa_handler = real.sa_handler;
        action.sa_flags = real.sa_flags;
        memcpy(&action.sa_mask, &real.sa_mask, sizeof(uint64_t));
    }
    return action;
}

/* ---- delivering */

/* whether the walk can follow a handler that runs before such an event */
static bool can_be_followed_at(uint8_t kind)
{
    switch (kind) {
    case RD_ACCESS: case RD_FENCE: case RD_REGION_BEGIN: case RD_REGION_END: case RD_START: case RD_EXIT:
    case RD_SIGNAL_DELIVER: case RD_SIGNAL_RETURN: case RD_PROCESS_EXIT: case RD_ABORT: case RD_ASSERT_FAIL:
        return false;
    default:
        return true;
    }
}

bool rd_must_take_signals(const struct rd_thread *thread)
{
    return RD_UNLIKELY(rd_has_signal_handlers) && !thread->region_depth && can_be_followed_at(thread->pending.kind)
           && rd_next_signal(thread);
}

int rd_next_signal(const struct rd_thread *thread)
{
    if (!rd_has_signal_handlers || thread->status == RD_STATUS_NEW)
        return 0;
    bool follows = rd_following_segments();
    int given = follows ? rd_given_signal(thread) : 0;
    if (given && rd_is_handler(&actions[given]))
        return given;
    uint64_t noted = __atomic_load_n(&thread->signals.noted, __ATOMIC_SEQ_CST);
    uint64_t ready = ((follows ? noted & thread->signals.sent : noted) | rd_process_signals)
                     & ~thread->signals.blocked & ~thread->signals.awaited;
    while (ready) {
        int number = __builtin_ctzll(ready) + 1;
        if (rd_is_handler(&actions[number]) && !(follows && rd_is_given_later(thread, number)))
            return number;
        ready &= ready - 1;
    }
    return 0;
}

void rd_forget_signal(struct rd_thread *thread, int number)
{
    uint64_t bit = RD_SIGNAL_BIT(number);
    if (!(thread->signals.noted & bit) && rd_process_signals & bit) {
        thread->signals.infos[number] = rd_process_infos[number];
        __atomic_and_fetch(&rd_process_signals, ~bit, __ATOMIC_SEQ_CST);
    }
    __atomic_and_fetch(&thread->signals.noted, ~bit, __ATOMIC_SEQ_CST);
    thread->signals.sent &= ~bit;
}

/* What a handler is told of a signal from outside are inputs. */
void rd_tell_info(struct rd_thread *thread, int number, bool sent, siginfo_t *info)
{
    *info = thread->signals.infos[number];
    info->si_signo = number;
    if (sent)
        return;
    info->si_code = (int)rd_input(thread, RD_INPUT_SIGNAL, (uint64_t)info->si_code);
    info->si_pid = (pid_t)rd_input(thread, RD_INPUT_SIGNAL, (uint64_t)info->si_pid);
    info->si_value.sival_ptr = (void *)rd_input(thread, RD_INPUT_SIGNAL, rd_address(info->si_value.sival_ptr));
}

enum delivered { NOT_DELIVERED, DELIVERED, DELIVERED_TO_RESTART };

/* Calls the handler, whose events come before the one that the thread was about to perform. */
static enum delivered deliver(struct rd_thread *thread, int number)
{
    struct rd_pending interrupted = thread->pending;
    rd_visible(thread, RD_SIGNAL_DELIVER, (uint64_t)number, 0);
    if (rd_next_signal(thread) != number) { /* the schedule has ended meanwhile, or another thread took the handler away */
        thread->pending = interrupted;
        return NOT_DELIVERED;
    }
    struct sigaction action = actions[number];
    bool sent = thread->signals.sent & RD_SIGNAL_BIT(number);
    int error = errno;
    siginfo_t info;
    ucontext_t context;
    rd_forget_signal(thread, number);
    rd_tell_info(thread, number, sent, &info);
    memset(&context, 0, sizeof context);
    rd_perform(thread, RD_SIGNAL_DELIVER, 0, 0, rd_address((void *)(uintptr_t)action.sa_handler), (uint64_t)number, sent);
    if (action.sa_flags & SA_RESETHAND)
        actions[number].sa_handler = SIG_DFL;
    rd_look_at_mask(thread);
    uint64_t mask = thread->signals.blocked | rd_bits_of(&action.sa_mask);
    thread->signals.blocked = action.sa_flags & SA_NODEFER ? mask : mask | RD_SIGNAL_BIT(number);
    uint64_t before = rd_set_mask(thread->signals.blocked);
    rd_restore_limit(thread);
    call_handler(&action, number, &info, &context);
    rd_enter();
    rd_set_mask(before);
    thread->signals.blocked = before;
    errno = error;
    rd_visible(thread, RD_SIGNAL_RETURN, (uint64_t)number, 0);
    rd_perform(thread, RD_SIGNAL_RETURN, 0, 0, 0, (uint64_t)number, 0);
    thread->pending = interrupted;
    return action.sa_flags & SA_RESTART ? DELIVERED_TO_RESTART : DELIVERED;
}

bool rd_take_signals(struct rd_thread *thread, enum rd_interruptible how)
{
    bool interrupted = false;
    int number;
    while (!thread->region_depth && (number = rd_next_signal(thread)))
        switch (deliver(thread, number)) {
        case NOT_DELIVERED: break;
        case DELIVERED: interrupted = true; break;
        case DELIVERED_TO_RESTART: interrupted |= how == RD_INTERRUPTED; break;
        }
    rd_restore_limit(thread);
    return interrupted && how != RD_UNINTERRUPTED;
}

void rd_take_signals_at_load(void)
{
    if (!rd_has_signal_handlers)
        return;
    struct rd_thread *thread = rd_enter();
    if (rd_next_signal(thread))
        rd_take_signals(thread, RD_UNINTERRUPTED);
}

/* Whether waiting longer makes sense where nobody can move. */
bool rd_may_be_woken_by_a_signal(void)
{
    return rd_has_signal_handlers && !rd_following_segments() && rd_control.watchdog;
}

int rd_set_action(int number, const struct sigaction *action)
{
    if (!rd_is_handler(action) && !taken_over[number])
        return rd_real.sigaction(number, action, NULL);
    struct sigaction ours = {.sa_sigaction = arrive, .sa_flags = SA_SIGINFO | (action->sa_flags & FLAGS_KEPT)};
    sigfillset(&ours.sa_mask);
    const struct sigaction *real = rd_is_handler(action) ? &ours : action;
    int result = rd_real.sigaction(number, real, NULL);
    if (result == 0) {
        actions[number] = *action;
        taken_over[number] = rd_is_handler(action);
    }
    return result;
}
