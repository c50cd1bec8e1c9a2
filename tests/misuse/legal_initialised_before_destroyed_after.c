// VERIFY: proved
// CONSTRUCT: initialised before the threads are created, destroyed after they were joined
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static pthread_cond_t c;
static int v;

static void *add(void *unused) {
    pthread_mutex_lock(&m);
    v++;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_mutex_init(&m, NULL);
    pthread_cond_init(&c, NULL);
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_mutex_lock(&m);
    while (v < 2)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_mutex_destroy(&m);
    pthread_cond_destroy(&c);
    assert(v == 2);
    return 0;
}
