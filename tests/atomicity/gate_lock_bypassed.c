// CONSTRUCT: a gate lock that one of them goes around
#include <pthread.h>
#include <raddle.h>
#include <stdio.h>

static int stock = 5;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, lock = PTHREAD_MUTEX_INITIALIZER;

static void *order(void *arg) {
    pthread_mutex_lock(&gate);
    RADDLE_ATOMIC_BEGIN();
    pthread_mutex_lock(&lock);
    int seen = stock; // TORN!
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    stock = seen - 2; // TORN!
    pthread_mutex_unlock(&lock);
    RADDLE_ATOMIC_END();
    pthread_mutex_unlock(&gate);
    return arg;
}

static void *refill(void *arg) {
    pthread_mutex_lock(&lock);
    stock = 9; // TORN!
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, order, NULL);
    pthread_create(&b, NULL, refill, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", stock);
    return 0;
}
