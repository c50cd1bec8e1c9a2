// CONSTRUCT: a heap object published through a pointer before it is filled in
// OUTCOMES: seen=-1 | seen=0 | seen=5
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int *shared;

static void *publish(void *arg) {
    int *block = arg;
    shared = block;
    *block = 5;
    return NULL;
}

static void *look(void *arg) {
    (void)arg;
    int seen = -1;
    int *p = shared;
    if (p != NULL)
        seen = *p;
    return (void *)(long)seen;
}

int main(void) {
    pthread_t t1, t2;
    void *r;
    int *block = calloc(1, sizeof *block);
    pthread_create(&t1, NULL, publish, block);
    pthread_create(&t2, NULL, look, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, &r);
    printf("seen=%d\n", (int)(long)r);
    free(block);
    return 0;
}
