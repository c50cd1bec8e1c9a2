/* pthread_once and call_once: the first runs the routine between RD_ONCE_BEGIN and RD_ONCE_END, others wait for its end. */
#include "runtime.h"

static bool is_not_running(const struct rd_thread *thread)
{
    return rd_object(thread->pending.object, RD_CLASS_ONCE)->state != RD_ONCE_RUNNING;
}

/* Where the routine is left by pthread_exit or an exception, the next caller starts anew. */
static void leave_early(void *flag)
{
    rd_object(rd_address(flag), RD_CLASS_ONCE)->state = RD_ONCE_NEW;
}

void rd_once(struct rd_thread *thread, const void *flag, void (*routine)(void))
{
    struct rd_object *once = rd_object(rd_address(flag), RD_CLASS_ONCE);
    rd_blocking(thread, once->state == RD_ONCE_NEW ? RD_ONCE_BEGIN : RD_ONCE_PASS, rd_address(flag), is_not_running);
    once = rd_object(rd_address(flag), RD_CLASS_ONCE);
    if (once->state == RD_ONCE_DONE) {
        rd_perform(thread, RD_ONCE_PASS, 0, 0, rd_address(flag), 0, 0);
        return;
    }
    once->state = RD_ONCE_RUNNING;
    rd_perform(thread, RD_ONCE_BEGIN, 0, 0, rd_address(flag), 0, 0);
    pthread_cleanup_push(leave_early, (void *)(uintptr_t)flag);
    routine();
    pthread_cleanup_pop(0);
    rd_enter();
    rd_visible(thread, RD_ONCE_END, rd_address(flag), 0);
    rd_object(rd_address(flag), RD_CLASS_ONCE)->state = RD_ONCE_DONE;
    rd_perform(thread, RD_ONCE_END, 0, 0, rd_address(flag), 0, 0);
}

int pthread_once(pthread_once_t *flag, void (*routine)(void))
{
    struct rd_thread *thread = rd_enter_from(RD_CALLER);
    if (!thread)
        return rd_real.pthread_once(flag, routine);
    rd_once(thread, flag, routine);
    return 0;
}
