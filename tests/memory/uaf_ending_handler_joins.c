// CONSTRUCT: a handler of exit joins the thread before it frees what that reads
#include <pthread.h>
#include <stdlib.h>

static int *table;
static int seen;
static pthread_t thread;

static void *worker(void *arg) {
    (void)arg;
    seen = table[1];
    return NULL;
}

static void drop(void) {
    pthread_join(thread, NULL);
    free(table);
}

int main(void) {
    table = calloc(4, sizeof *table);
    atexit(drop);
    pthread_create(&thread, NULL, worker, NULL);
    return 0;
}
