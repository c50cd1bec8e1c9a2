// CONSTRUCT: the outermost block counts: each of the two inside is in order
// ATOMIC: statistics
#include <pthread.h>
#include <raddle.h>
#include <stdio.h>

static int requests, bytes;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(int *to, int what) {
    RADDLE_ATOMIC;
    pthread_mutex_lock(&lock);
    *to += what; // TORN!
    pthread_mutex_unlock(&lock);
}

static void statistics(void) {
    add(&requests, 1);
    add(&bytes, 512);
}

static void *serve(void *arg) {
    statistics();
    return arg;
}

static void *show(void *arg) {
    RADDLE_ATOMIC_BEGIN();
    pthread_mutex_lock(&lock);
    int count = requests; // TORN!
    int sum = bytes; // TORN!
    pthread_mutex_unlock(&lock);
    RADDLE_ATOMIC_END();
    printf("%d requests, %d bytes\n", count, sum);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, serve, NULL);
    pthread_create(&b, NULL, show, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
