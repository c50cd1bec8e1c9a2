// VERIFY: proved
// CONSTRUCT: a mutex gets its static initialiser by an assignment before its users are created
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct counter { int v; pthread_mutex_t m; };

static void *add(void *given) {
    struct counter *c = given;
    pthread_mutex_lock(&c->m);
    c->v++;
    pthread_mutex_unlock(&c->m);
    return NULL;
}

int main(void) {
    struct counter *c = malloc(sizeof *c);
    *c = (struct counter){.v = 0, .m = PTHREAD_MUTEX_INITIALIZER};
    pthread_t a;
    pthread_create(&a, NULL, add, c);
    add(c);
    pthread_join(a, NULL);
    assert(c->v == 2);
    free(c);
    return 0;
}
