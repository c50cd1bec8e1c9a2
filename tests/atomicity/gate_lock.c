// CONSTRUCT: a gate lock around blocks whose own sections are too short
#include <pthread.h>
#include <raddle.h>
#include <stdio.h>

static int stock = 5;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, lock = PTHREAD_MUTEX_INITIALIZER;

static void order(int count) {
    pthread_mutex_lock(&gate);
    RADDLE_ATOMIC_BEGIN();
    pthread_mutex_lock(&lock);
    int seen = stock; // ATOMIC
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    stock = seen - count;
    pthread_mutex_unlock(&lock);
    RADDLE_ATOMIC_END();
    pthread_mutex_unlock(&gate);
}

static void *two(void *arg) {
    order(2);
    return arg;
}

static void *one(void *arg) {
    order(1);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, two, NULL);
    pthread_create(&b, NULL, one, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", stock);
    return 0;
}
