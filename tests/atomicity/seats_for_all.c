// CONSTRUCT: check-then-act where the check does not change: there are enough for both
#include <pthread.h>
#include <raddle.h>
#include <stdio.h>

static int seats = 3;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *customer(void *arg) {
    RADDLE_ATOMIC;
    pthread_mutex_lock(&lock);
    int is_free = seats > 0; // ATOMIC: at least one is left
    pthread_mutex_unlock(&lock);
    if (is_free) {
        pthread_mutex_lock(&lock);
        seats--;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, customer, NULL);
    pthread_create(&b, NULL, customer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", seats);
    return 0;
}
