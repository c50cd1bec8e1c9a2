// CONSTRUCT: a handler of exit writes what a thread that was not joined reads
#include <pthread.h>
#include <stdlib.h>

static int entries = 3, seen;

static void *worker(void *arg) {
    (void)arg;
    seen = entries; // RACE!
    return NULL;
}

static void clear(void) {
    entries = 0; // RACE!
}

int main(void) {
    pthread_t thread;
    atexit(clear);
    pthread_create(&thread, NULL, worker, NULL);
    return 0;
}
