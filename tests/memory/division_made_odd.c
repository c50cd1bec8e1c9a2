// CONSTRUCT: the number of stripes may be 0, and is made odd before it is divided by
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint stripes = 4;
static unsigned stripe;

static void *place(void *arg) {
    unsigned *key = arg;
    stripe = *key % (atomic_load(&stripes) | 1); // SAFE
    return NULL;
}

static void *clear(void *arg) {
    (void)arg;
    atomic_store(&stripes, 0);
    return NULL;
}

int main(void) {
    static unsigned key = 31;
    pthread_t t1, t2;
    pthread_create(&t1, NULL, place, &key);
    pthread_create(&t2, NULL, clear, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
