// CONSTRUCT: the index of a store is read from shared memory
// OUTCOMES: cells=07 | cells=70
#include <pthread.h>
#include <stdio.h>

static int at;
static int cells[2];

static void *first(void *arg) {
    (void)arg;
    at = 1;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    int i = at;
    cells[i] = 7;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    printf("cells=%d%d\n", cells[0], cells[1]);
    return 0;
}
