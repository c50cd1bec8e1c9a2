// CONSTRUCT: the same, and one of the two changes
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdio.h>

static int fuel = 5, oil = 5;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int enough(void) {
    pthread_mutex_lock(&lock);
    int is_enough = fuel > 1 && oil > 1; // TORN!
    pthread_mutex_unlock(&lock);
    return is_enough;
}

static void *start(void *arg) {
    RADDLE_ATOMIC;
    if (enough() && enough())
        puts("started");
    return arg;
}

static void *burn(void *arg) {
    pthread_mutex_lock(&lock);
    fuel = 4;
    oil = 0; // TORN!
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, start, NULL);
    pthread_create(&b, NULL, burn, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
