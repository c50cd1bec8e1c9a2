// CONSTRUCT: the divisor is 0 when the thread begins, and is set when it has been waited for
#include <pthread.h>

static int parts, part;

static void *worker(void *arg) {
    (void)arg;
    part = 10 / parts; // MEMORY! division
    return NULL;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_join(t1, NULL);
    parts = 2;
    return part;
}
