// VERIFY: proved
// CONSTRUCT: a mutex in a zeroed variable, which is what its static initialiser is
#include <assert.h>
#include <pthread.h>

static struct { int v; pthread_mutex_t m; } shared;

static void *add(void *unused) {
    pthread_mutex_lock(&shared.m);
    shared.v++;
    pthread_mutex_unlock(&shared.m);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, add, NULL);
    add(NULL);
    pthread_join(a, NULL);
    assert(shared.v == 2);
    return 0;
}
