// CONSTRUCT: an array is sorted by one thread, and read by another when that has ended
#include <pthread.h>
#include <stdlib.h>

static int values[4] = {4, 3, 2, 1}, seen;

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static void *sorter(void *arg) {
    (void)arg;
    qsort(values, 4, sizeof *values, compare);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    seen = values[2];
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, sorter, NULL);
    pthread_join(thread, NULL);
    pthread_create(&thread, NULL, reader, NULL);
    pthread_join(thread, NULL);
    return seen == 3 ? 0 : 1;
}
