// CONSTRUCT: others come between two blocks of one thread, never into one
#include <pthread.h>
#include <raddle.h>
#include <stdio.h>

static int account = 10;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *twice(void *arg) {
    for (int i = 0; i < 2; i++) {
        RADDLE_ATOMIC;
        pthread_mutex_lock(&lock);
        int seen = account; // ATOMIC
        account = 2 * seen;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *once(void *arg) {
    pthread_mutex_lock(&lock);
    account = account + 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, twice, NULL);
    pthread_create(&b, NULL, once, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", account);
    return 0;
}
