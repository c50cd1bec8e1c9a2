// CONSTRUCT: the whole loop is one block, its sections are each time around
#include <pthread.h>
#include <raddle.h>
#include <stdio.h>

static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg) {
    RADDLE_ATOMIC;
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&lock);
        sum = sum * 3 + i; // TORN!
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *reset(void *arg) {
    pthread_mutex_lock(&lock);
    sum = 100; // TORN!
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, reset, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", sum);
    return 0;
}
