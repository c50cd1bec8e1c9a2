/* What runs when the process ends: the handlers that the program has registered, the last one first.
 *
 * This is compiled and instrumented as the program is and linked into every program: the list is memory like any other, so that
 * who registers what before whom, and what then runs, follows from what the threads do. The runtime calls it
 * (native/exit_handlers.c); code that is not instrumented has its handlers in libc's own list, which runs behind this one.
 *
 * As glibc does: a handler may register others, which run next; who registers one when all have run is told so. Of several
 * threads that end the process one does, and the others wait for its end (POSIX.1-2024); a handler that calls exit goes on with
 * the handlers that are left. What registers handlers is ordered as by glibc's lock. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "../exit_handlers.h"

#define MOST_HANDLERS 65536
#define NONE 0
#define ALL_HAVE_RUN UINT32_MAX

struct handler {
    void *function;
    void *argument;
    enum rd_handler_takes takes;
    uint32_t before; /* the one registered before it */
};

static struct {
    _Atomic uint32_t used;
    _Atomic uint32_t last; /* its number, from 1 on; NONE; ALL_HAVE_RUN */
    struct handler handlers[MOST_HANDLERS];
} __lists[2]; /* for exit and for quick_exit */

static _Atomic int __has_begun;
static pthread_mutex_t __waiting = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t __never = PTHREAD_COND_INITIALIZER;

int raddled_add_handler(void *function, void *argument, enum rd_handler_takes takes, enum rd_handler_when when)
{
    uint32_t number = atomic_fetch_add(&__lists[when].used, 1);
    if (number >= MOST_HANDLERS)
        return -1;
    struct handler *added = &__lists[when].handlers[number];
    *added = (struct handler){function, argument, takes, NONE};
    added->before = atomic_load(&__lists[when].last);
    while (added->before != ALL_HAVE_RUN)
        if (atomic_compare_exchange_strong(&__lists[when].last, &added->before, number + 1))
            return 0;
    return -1;
}

/* null: all have run */
static struct handler *take_last(enum rd_handler_when when)
{
    uint32_t last = atomic_load(&__lists[when].last);
    while (last != ALL_HAVE_RUN) {
        struct handler *taken = last == NONE ? NULL : &__lists[when].handlers[last - 1];
        uint32_t next = taken ? taken->before : ALL_HAVE_RUN;
        if (atomic_compare_exchange_strong(&__lists[when].last, &last, next))
            return taken;
    }
    return NULL;
}

static void run(const struct handler *handler, int status)
{
    switch (handler->takes) {
    case RD_TAKES_NOTHING:
        ((void (*)(void))handler->function)();
        break;
    case RD_TAKES_OBJECT:
        ((void (*)(void *))handler->function)(handler->argument);
        break;
    case RD_TAKES_STATUS:
        ((void (*)(int, void *))handler->function)(status, handler->argument);
        break;
    }
}

void raddled_begin_ending(void)
{
    int nobody = 0;
    if (atomic_compare_exchange_strong(&__has_begun, &nobody, 1))
        return;
    pthread_mutex_lock(&__waiting);
    for (;;)
        pthread_cond_wait(&__never, &__waiting);
}

bool raddled_has_handlers(void)
{
    return __lists[RD_AT_EXIT].last != NONE && __lists[RD_AT_EXIT].last != ALL_HAVE_RUN;
}

void raddled_run_handlers(int status, enum rd_handler_when when)
{
    for (const struct handler *next = take_last(when); next; next = take_last(when))
        run(next, status);
}
