// CONSTRUCT: R-W-R: a setting changes between two looks at it
#include <pthread.h>
#include <raddle.h>
#include <stdio.h>

static int level = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int current(void) {
    pthread_mutex_lock(&lock);
    int now = level; // TORN!
    pthread_mutex_unlock(&lock);
    return now;
}

static void *report(void *arg) {
    RADDLE_ATOMIC_BEGIN();
    int low = current();
    int high = 2 * current();
    RADDLE_ATOMIC_END();
    printf("%d..%d\n", low, high);
    return arg;
}

static void *configure(void *arg) {
    pthread_mutex_lock(&lock);
    level = 3; // TORN!
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, report, NULL);
    pthread_create(&b, NULL, configure, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
