// CONSTRUCT: idle buffers lie on a stack; the index of the uppermost one is lowered in one step
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *idle[4];
static atomic_int count;

static void *shrink(void *arg) {
    (void)arg;
    int top = atomic_fetch_sub(&count, 1) - 1;
    free(idle[top]); // SAFE each index is given once
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    for (int i = 0; i < 3; i++)
        idle[i] = malloc(32);
    atomic_store(&count, 3);
    pthread_create(&t1, NULL, shrink, NULL);
    pthread_create(&t2, NULL, shrink, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
