// CONSTRUCT: a structure that is published when it is whole, and read through one look at the pointer
// ATOMIC: publish look
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct point {
    int x, y;
};
static struct point *_Atomic shared;

static void publish(void) {
    struct point *made = calloc(1, sizeof *made);
    made->x = 1; // ATOMIC
    made->y = 2;
    atomic_store(&shared, made);
}

static int look(void) {
    struct point *found = atomic_load(&shared);
    return found ? found->x + found->y : 0;
}

static void *writer(void *arg) {
    publish();
    return arg;
}

static void *reader(void *arg) {
    printf("%d\n", look());
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(shared);
    return 0;
}
