// CONSTRUCT: main calls exit while a thread still uses a variable of main: that stays
#include <pthread.h>
#include <stdlib.h>

static int seen;

static void *worker(void *arg) {
    seen = *(int *)arg;
    return NULL;
}

static void flush(void) {
    int lines = 4;
    (void)lines;
}

int main(void) {
    pthread_t thread;
    int value = 3;
    atexit(flush);
    pthread_create(&thread, NULL, worker, &value);
    exit(0);
}
