// CONSTRUCT: what a thread did before it registered a handler happens before that runs; what it does later does not
#include <pthread.h>
#include <stdlib.h>

static int before, after, seen;

static void look(void) {
    seen = before;
    seen += after; // RACE!
}

static void *worker(void *arg) {
    (void)arg;
    before = 1;
    atexit(look);
    after = 1; // RACE!
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    exit(0);
}
