// CONSTRUCT: a structure that is published when one of its fields is still missing; the reader is a block as well
// ATOMIC: publish look
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct point {
    atomic_int x, y;
};
static struct point *_Atomic shared;

static void publish(void) {
    struct point *made = calloc(1, sizeof *made);
    atomic_store(&made->x, 1); // TORN!
    atomic_store(&shared, made); // TORN!
    atomic_store(&made->y, 2); // TORN!
}

static int look(void) {
    struct point *found = atomic_load(&shared); // TORN!
    if (!found)
        return 0;
    int sum = atomic_load(&found->x); // TORN!
    return sum + atomic_load(&found->y); // TORN!
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
