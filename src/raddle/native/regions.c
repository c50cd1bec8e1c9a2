/* Regions in which nobody else is scheduled unless the thread blocks there: __VERIFIER_atomic_begin and its kin. The process's
 * exit is one too. */
#include "runtime.h"

void rd_region_begin(struct rd_thread *thread)
{
    rd_visible(thread, RD_REGION_BEGIN, 0, 0);
    rd_perform(thread, RD_REGION_BEGIN, thread->region_depth ? RD_FLAG_RECURSIVE : 0, 0, 0, 0, 0);
    thread->region_depth++;
}

void rd_region_end(struct rd_thread *thread)
{
    rd_visible(thread, RD_REGION_END, 0, 0);
    if (thread->region_depth)
        thread->region_depth--;
    rd_perform(thread, RD_REGION_END, thread->region_depth ? RD_FLAG_RECURSIVE : 0, 0, 0, 0, 0);
    if (!thread->region_depth && thread->region_granted) {
        thread->region_granted = false;
        thread->decision_limit = thread->page->count;
        rd_restore_limit(thread);
    }
}

/* ---- without a recording a region excludes other regions */

static pthread_mutex_t plain_region = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void __raddle_region_begin(void)
{
    struct rd_thread *thread = rd_enter();
    if (thread)
        rd_region_begin(thread);
    else if (rd_mode == RD_MODE_OFF)
        rd_real.pthread_mutex_lock(&plain_region);
}

void __raddle_region_end(void)
{
    struct rd_thread *thread = rd_enter();
    if (thread)
        rd_region_end(thread);
    else if (rd_mode == RD_MODE_OFF)
        rd_real.pthread_mutex_unlock(&plain_region);
}
