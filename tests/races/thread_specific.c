// CONSTRUCT: pthread_setspecific: each thread has a buffer of its own
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static int *own(void) {
    int *found = pthread_getspecific(key);
    if (!found) {
        found = calloc(1, sizeof *found);
        pthread_setspecific(key, found);
    }
    return found;
}

static void *worker(void *arg) {
    (void)arg;
    ++*own();
    ++*own();
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_key_create(&key, free);
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
