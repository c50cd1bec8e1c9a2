// CONSTRUCT: double-checked locking of a lazily made object, with an atomic pointer
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
    int a, b;
};

static _Atomic(struct config *) instance;
static int made, sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct config *get(void) {
    struct config *c = atomic_load_explicit(&instance, memory_order_acquire);
    if (c == NULL) {
        pthread_mutex_lock(&lock);
        c = atomic_load_explicit(&instance, memory_order_relaxed);
        if (c == NULL) {
            c = malloc(sizeof *c);
            assert(c != NULL);
            c->a = 1;
            c->b = 2;
            made++;
            atomic_store_explicit(&instance, c, memory_order_release);
        }
        pthread_mutex_unlock(&lock);
    }
    return c;
}

static void *use(void *arg) {
    struct config *c = get();
    *(int *)arg = c->a + c->b;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    int x, y;
    pthread_create(&t1, NULL, use, &x);
    pthread_create(&t2, NULL, use, &y);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    sum = x + y;
    assert(made == 1 && sum == 6);
    free(instance);
    return 0;
}
