// VERIFY: proved
// CONSTRUCT: a mutex in memory of calloc()
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct counter { pthread_mutex_t m; int v; };

static void *add(void *given) {
    struct counter *c = given;
    pthread_mutex_lock(&c->m);
    c->v++;
    pthread_mutex_unlock(&c->m);
    return NULL;
}

int main(void) {
    struct counter *c = calloc(1, sizeof *c);
    pthread_t a;
    pthread_create(&a, NULL, add, c);
    add(c);
    pthread_join(a, NULL);
    assert(c->v == 2);
    free(c);
    return 0;
}
