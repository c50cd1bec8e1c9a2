/* Signal handlers are not modelled: what a handler does is not announced to the scheduler, and where it interrupts the program
 * the walk cannot follow. Here it is only noted that the program has some, so that nobody calls a wait for a signal a deadlock. */
#include "runtime.h"

#include <signal.h>
#include <time.h>

bool rd_has_signal_handlers;

static void note_handler(void)
{
    struct rd_thread *thread = rd_enter();
    if (!thread || rd_has_signal_handlers)
        return;
    rd_has_signal_handlers = true;
    rd_note(thread, RD_SIGNALS, 0, 0, 0, 0);
}

static bool is_handler(void (*action)(int))
{
    return action != SIG_DFL && action != SIG_IGN;
}

void (*signal(int number, void (*action)(int)))(int)
{
    if (is_handler(action))
        note_handler();
    return rd_real.signal(number, action);
}

int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    if (action && is_handler(action->sa_handler))
        note_handler();
    return rd_real.sigaction(number, action, old);
}

int timer_create(clockid_t clock, struct sigevent *event, timer_t *timer)
{
    note_handler();
    return rd_real.timer_create(clock, event, timer);
}
