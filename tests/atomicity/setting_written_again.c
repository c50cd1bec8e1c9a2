// CONSTRUCT: R-W-R with a silent write: the setting is set to what it is
#include <pthread.h>
#include <raddle.h>
#include <stdio.h>

static int level = 3;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int current(void) {
    pthread_mutex_lock(&lock);
    int now = level; // ATOMIC
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
    level = 3;
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
