// CONSTRUCT: the position is moved past the end before the reader begins, in every run
#include <pthread.h>

static int cells[4], beyond[4], at, seen;

static void *reader(void *arg) {
    (void)arg;
    seen = cells[at] + beyond[0]; // MEMORY! out-of-bounds
    return NULL;
}

int main(void) {
    pthread_t t1;
    at = 4;
    pthread_create(&t1, NULL, reader, NULL);
    pthread_join(t1, NULL);
    return 0;
}
