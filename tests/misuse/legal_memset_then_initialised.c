// VERIFY: proved
// CONSTRUCT: a structure is zeroed as a whole, then its mutex is initialised
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct counter { pthread_mutex_t m; int v; };

static void *add(void *given) {
    struct counter *c = given;
    pthread_mutex_lock(&c->m);
    c->v++;
    pthread_mutex_unlock(&c->m);
    return NULL;
}

int main(void) {
    struct counter *c = malloc(sizeof *c);
    memset(c, 0, sizeof *c);
    pthread_mutex_init(&c->m, NULL);
    pthread_t a;
    pthread_create(&a, NULL, add, c);
    add(c);
    pthread_join(a, NULL);
    assert(c->v == 2);
    pthread_mutex_destroy(&c->m);
    memset(c, 0xff, sizeof *c);
    free(c);
    return 0;
}
