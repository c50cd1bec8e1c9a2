// VERIFY: proved
// CONSTRUCT: a structure with an unused mutex in it is copied before anybody else sees it
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct counter { pthread_mutex_t m; int v; };

static const struct counter fresh = {PTHREAD_MUTEX_INITIALIZER, 1};
static struct counter counter;
static _Atomic(struct counter *) published;

static void *add(void *unused) {
    struct counter *c = atomic_load(&published);
    if (c) {
        pthread_mutex_lock(&c->m);
        c->v++;
        assert(c->v == 2);
        pthread_mutex_unlock(&c->m);
    }
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, add, NULL);
    counter = fresh;
    atomic_store(&published, &counter);
    pthread_join(a, NULL);
    return 0;
}
