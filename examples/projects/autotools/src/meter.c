#include "config.h"

#include "meter.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#if !HAVE_PTHREAD_H || HAVE_NO_SUCH_HEADER_H || HAVE_NO_SUCH_FUNCTION || SIZEOF_LONG != 8
#error configure was told something wrong
#endif

struct meter {
    pthread_mutex_t lock;
    int total;
    atomic_int most;
};

struct meter *meter_new(void)
{
    struct meter *meter = calloc(1, sizeof *meter);
    pthread_mutex_init(&meter->lock, NULL);
    return meter;
}

/* The bug: `most` is looked at and changed in two steps. */
void meter_add(struct meter *meter, int amount)
{
    pthread_mutex_lock(&meter->lock);
    meter->total += amount;
    pthread_mutex_unlock(&meter->lock);
    if (amount > atomic_load(&meter->most))
        atomic_store(&meter->most, amount);
}

int meter_total(struct meter *meter)
{
    pthread_mutex_lock(&meter->lock);
    int total = meter->total;
    pthread_mutex_unlock(&meter->lock);
    return total;
}

int meter_most(struct meter *meter)
{
    return atomic_load(&meter->most);
}

void meter_free(struct meter *meter)
{
    pthread_mutex_destroy(&meter->lock);
    free(meter);
}
