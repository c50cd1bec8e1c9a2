// CONSTRUCT: a reference count with release and acquire: the last one frees
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references;
    int value;
};

static struct object *object;
static int seen[2];

static void drop(struct object *one) {
    if (atomic_fetch_sub_explicit(&one->references, 1, memory_order_acq_rel) == 1)
        free(one);
}

static void *first(void *arg) {
    (void)arg;
    seen[0] = object->value;
    drop(object);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    seen[1] = object->value;
    drop(object);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    object = malloc(sizeof *object);
    atomic_init(&object->references, 2);
    object->value = 7;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
