// CONSTRUCT: a handler of exit joins the thread before it writes
#include <pthread.h>
#include <stdlib.h>

static int entries = 3, seen;
static pthread_t thread;

static void *worker(void *arg) {
    (void)arg;
    seen = entries;
    return NULL;
}

static void clear(void) {
    pthread_join(thread, NULL);
    entries = 0;
}

int main(void) {
    atexit(clear);
    pthread_create(&thread, NULL, worker, NULL);
    return 0;
}
