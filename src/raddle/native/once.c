/* pthread_once, call_once and the guards of C++ static locals: the first runs the routine between RD_ONCE_BEGIN and RD_ONCE_END,
 * others wait for its end. */
#include "runtime.h"

static bool is_not_running(const struct rd_thread *thread)
{
    return rd_object(thread->pending.object, RD_CLASS_ONCE)->state != RD_ONCE_RUNNING;
}

bool rd_once_begin(struct rd_thread *thread, const void *flag)
{
    struct rd_object *once = rd_object(rd_address(flag), RD_CLASS_ONCE);
    rd_blocking(thread, once->state == RD_ONCE_NEW ? RD_ONCE_BEGIN : RD_ONCE_PASS, rd_address(flag), is_not_running);
    once = rd_object(rd_address(flag), RD_CLASS_ONCE);
    bool first = once->state == RD_ONCE_NEW;
    if (first)
        once->state = RD_ONCE_RUNNING;
    rd_perform(thread, first ? RD_ONCE_BEGIN : RD_ONCE_PASS, 0, 0, rd_address(flag), 0, 0);
    return first;
}

/* not done: the next caller starts anew */
void rd_once_end(struct rd_thread *thread, const void *flag, bool done)
{
    rd_visible(thread, RD_ONCE_END, rd_address(flag), 0);
    rd_object(rd_address(flag), RD_CLASS_ONCE)->state = done ? RD_ONCE_DONE : RD_ONCE_NEW;
    rd_perform(thread, RD_ONCE_END, done ? 0 : RD_FLAG_FAILED, 0, rd_address(flag), 0, 0);
}

static void leave_early(void *flag)
{
    struct rd_thread *thread = rd_enter();
    if (thread)
        rd_once_end(thread, flag, false);
}

/* As glibc keeps it in the flag. A flag on the stack or in freed memory becomes a new one when its memory is initialised again. */
enum { NEW = PTHREAD_ONCE_INIT, DONE = 2 };

static void forget_earlier_life(const pthread_once_t *flag)
{
    struct rd_object *once = rd_object(rd_address(flag), RD_CLASS_ONCE);
    if (once->state == RD_ONCE_DONE && *flag == NEW)
        once->state = RD_ONCE_NEW;
}

void rd_once(struct rd_thread *thread, pthread_once_t *flag, void (*routine)(void))
{
    forget_earlier_life(flag);
    bool first = rd_once_begin(thread, flag);
    rd_object(rd_address(flag), RD_CLASS_ONCE)->is_once_control = true;
    if (!first)
        return;
    pthread_cleanup_push(leave_early, flag);
    routine();
    pthread_cleanup_pop(0);
    if (!rd_enter())
        return;
    rd_once_end(thread, flag, true);
    *flag = DONE;
    rd_perform_write(thread, flag, sizeof *flag);
}

/* What a library begins once for itself, like the locales of libstdc++, is no business of the program. */
int pthread_once(pthread_once_t *flag, void (*routine)(void))
{
    struct rd_thread *thread = rd_enter();
    if (!thread || (!rd_is_in_program(RD_CALLER) && rd_is_library_memory(flag)))
        return rd_real.pthread_once(flag, routine);
    rd_once(thread, flag, routine);
    return 0;
}
