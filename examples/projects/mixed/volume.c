#include "volume.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int volume = 4;

int volume_get(void)
{
    pthread_mutex_lock(&lock);
    int now = volume;
    pthread_mutex_unlock(&lock);
    return now;
}

void volume_set(int to)
{
    pthread_mutex_lock(&lock);
    volume = to;
    pthread_mutex_unlock(&lock);
}

/* The bug: it sets a volume that may be another by then. */
void volume_raise(int by)
{
    volume_set(volume_get() + by);
}
