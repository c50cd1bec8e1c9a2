// CONSTRUCT: the block holds its lock all the time, but for a wait in the middle, which gives it up
#include <pthread.h>
#include <raddle.h>
#include <stdio.h>

static int count, ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg) {
    RADDLE_ATOMIC;
    pthread_mutex_lock(&lock);
    int before = count; // TORN!
    while (!ready) // TORN!
        pthread_cond_wait(&changed, &lock);
    count = before + 1; // TORN!
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *setter(void *arg) {
    pthread_mutex_lock(&lock);
    count = 10; // TORN!
    ready = 1; // TORN!
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, setter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", count);
    return 0;
}
