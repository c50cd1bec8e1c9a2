// CONSTRUCT: a reference is taken by compare-and-swap, and only where there is one left; memory is type-stable
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct buffer {
    atomic_int references;
    int *data;
};

static struct buffer buffer;
static int seen;

static void *reader(void *arg) {
    (void)arg;
    int count = atomic_load(&buffer.references);
    while (count > 0 && !atomic_compare_exchange_strong(&buffer.references, &count, count + 1))
        ;
    if (count == 0)
        return NULL;
    seen = *buffer.data; // SAFE our reference keeps it
    if (atomic_fetch_sub(&buffer.references, 1) == 1)
        free(buffer.data);
    return NULL;
}

static void *owner(void *arg) {
    (void)arg;
    if (atomic_fetch_sub(&buffer.references, 1) == 1)
        free(buffer.data); // SAFE
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    buffer.data = calloc(1, sizeof *buffer.data);
    atomic_store(&buffer.references, 1);
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, owner, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
