// CONSTRUCT: designated initialisers, nested, with ranges, in static and automatic objects
// EXIT: 0
#include <assert.h>
#include <pthread.h>

struct limits {
    int low, high;
};

struct config {
    const char *name;
    struct limits limits[3];
    int flags[6];
};

static struct config config = {
    .name = "shared",
    .limits = {[2] = {.high = 9, .low = 1}, [0].high = 4},
    .flags = {[1 ... 3] = 7, [5] = 1},
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *widen(void *arg) {
    struct limits by = {.high = (int)(long)arg};
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 3; i++)
        config.limits[i].high += by.high + by.low;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, widen, (void *)1L);
    pthread_create(&t2, NULL, widen, (void *)2L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(config.limits[0].high == 7 && config.limits[1].high == 3);
    assert(config.limits[2].high == 12 && config.limits[2].low == 1);
    assert(config.flags[0] == 0 && config.flags[2] == 7 && config.flags[5] == 1);
    assert(config.name[0] == 's');
    return 0;
}
