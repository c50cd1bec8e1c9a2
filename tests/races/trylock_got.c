// CONSTRUCT: a trylock that succeeded protects like a lock
#include <pthread.h>

static int counter, given_up[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(int me) {
    if (pthread_mutex_trylock(&lock) == 0) {
        counter++;
        pthread_mutex_unlock(&lock);
    } else {
        given_up[me]++;
    }
}

static void *first(void *arg) {
    (void)arg;
    add(0);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    add(1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
