// VERIFY: proved
// CONSTRUCT: double-checked initialisation with a flag that is released and acquired
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER, m;
static int v;

static void *add(void *unused) {
    if (!atomic_load_explicit(&ready, memory_order_acquire)) {
        pthread_mutex_lock(&guard);
        if (!atomic_load_explicit(&ready, memory_order_acquire)) {
            pthread_mutex_init(&m, NULL);
            atomic_store_explicit(&ready, 1, memory_order_release);
        }
        pthread_mutex_unlock(&guard);
    }
    pthread_mutex_lock(&m);
    v++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, add, NULL);
    add(NULL);
    pthread_join(a, NULL);
    assert(v == 2);
    return 0;
}
