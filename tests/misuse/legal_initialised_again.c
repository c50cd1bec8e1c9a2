// VERIFY: proved
// CONSTRUCT: a mutex is destroyed and initialised again, between two generations of threads
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int v;

static void *add(void *unused) {
    pthread_mutex_lock(&m);
    v++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    for (int round = 0; round < 2; round++) {
        pthread_t a;
        pthread_mutex_init(&m, NULL);
        pthread_create(&a, NULL, add, NULL);
        add(NULL);
        pthread_join(a, NULL);
        pthread_mutex_destroy(&m);
    }
    assert(v == 4);
    return 0;
}
