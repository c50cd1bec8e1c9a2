// CONSTRUCT: an array is sorted while another thread reads from it
#include <pthread.h>
#include <stdlib.h>

static int values[4] = {4, 3, 2, 1}, seen;

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static void *sorter(void *arg) {
    (void)arg;
    qsort(values, 4, sizeof *values, compare); // RACE!
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    seen = values[2]; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, sorter, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
