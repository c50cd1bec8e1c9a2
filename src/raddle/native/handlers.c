/* The names by which a program says what is to be done about signals: handlers and masks. */
#include "runtime.h"

int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    struct rd_thread *thread = rd_enter();
    if (rd_mode == RD_MODE_OFF && !rd_has_signal_handlers)
        return rd_real.sigaction(number, action, old);
    if (number < 1 || number >= RD_SIGNALS_END || rd_real.sigaction(number, NULL, NULL))
        return rd_real.sigaction(number, action, old);
    struct sigaction before = rd_action(number);
    if (thread && action && rd_is_handler(action))
        rd_expect_signals(thread);
    int result = !action ? 0 : rd_set_action(number, action);
    if (result || !old)
        return result;
    if (thread)
        rd_visible(thread, RD_WRITE, rd_address(old), sizeof *old | RD_WRITES);
    *old = before;
    if (thread)
        rd_perform_write(thread, old, sizeof *old);
    return 0;
}

static sighandler_t set_handler(int number, sighandler_t handler, int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags}, before;
    if (number < 1 || number >= RD_SIGNALS_END || rd_real.sigaction(number, NULL, NULL)) {
        errno = EINVAL;
        return SIG_ERR;
    }
    before = rd_action(number);
    struct rd_thread *thread = rd_enter();
    if (thread && rd_is_handler(&action))
        rd_expect_signals(thread);
    return rd_set_action(number, &action) ? SIG_ERR : before.sa_handler;
}

sighandler_t signal(int number, sighandler_t handler)
{
    if (rd_mode == RD_MODE_OFF && !rd_has_signal_handlers)
        return rd_real.signal(number, handler);
    return set_handler(number, handler, SA_RESTART);
}

__attribute__((weak)) sighandler_t bsd_signal(int number, sighandler_t handler)
{
    return signal(number, handler);
}

__attribute__((weak)) sighandler_t ssignal(int number, sighandler_t handler)
{
    return signal(number, handler);
}

__attribute__((weak)) sighandler_t sysv_signal(int number, sighandler_t handler)
{
    return set_handler(number, handler, SA_RESETHAND | SA_NODEFER);
}

static int change_mask(struct rd_thread *thread, int how, const sigset_t *set, sigset_t *old)
{
    if (old)
        rd_visible(thread, RD_WRITE, rd_address(old), sizeof *old | RD_WRITES);
    int result = rd_real.pthread_sigmask(how, set, old);
    if (old && !result)
        rd_perform_write(thread, old, sizeof *old);
    rd_look_at_mask(thread);
    if (rd_next_signal(thread)) {
        thread->pending = (struct rd_pending){.kind = RD_SIGNAL_SEND};
        rd_take_signals(thread, RD_UNINTERRUPTED);
    }
    return result;
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    struct rd_thread *thread = rd_enter();
    return thread ? change_mask(thread, how, set, old) : rd_real.pthread_sigmask(how, set, old);
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    struct rd_thread *thread = rd_enter();
    if (!thread)
        return rd_real.sigprocmask(how, set, old);
    int error = change_mask(thread, how, set, old);
    if (error)
        errno = error;
    return error ? -1 : 0;
}
