// CONSTRUCT: a cache entry: valid when it is looked at, another value when it is used
#include <pthread.h>
#include <raddle.h>
#include <stdio.h>

static int valid = 1, value = 42;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int lookup(void) {
    RADDLE_ATOMIC;
    pthread_mutex_lock(&lock);
    int hit = valid; // TORN!
    pthread_mutex_unlock(&lock);
    if (!hit)
        return -1;
    pthread_mutex_lock(&lock);
    int found = value; // TORN!
    pthread_mutex_unlock(&lock);
    return found;
}

static void invalidate(void) {
    RADDLE_ATOMIC;
    pthread_mutex_lock(&lock);
    valid = 0; // TORN!
    value = 0; // TORN!
    pthread_mutex_unlock(&lock);
}

static void *user(void *arg) {
    printf("%d\n", lookup());
    return arg;
}

static void *cleaner(void *arg) {
    invalidate();
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, cleaner, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
