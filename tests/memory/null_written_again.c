// CONSTRUCT: a reset writes NULL, where there was NULL already, while the other slot is in use
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static struct unit {
    int power;
} engine = {7};
static struct unit *units[2] = {&engine, NULL};
static atomic_int unused = 1;
static int power;

static void *drive(void *arg) {
    (void)arg;
    power = units[1 - atomic_load(&unused)]->power; // SAFE
    return NULL;
}

static void *reset(void *arg) {
    (void)arg;
    units[atomic_load(&unused)] = NULL; // it is NULL
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, drive, NULL);
    pthread_create(&t2, NULL, reset, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
