// CHECK proved
// CONSTRUCT: lazy initialisation: looked at under the lock, made outside, stored under the lock
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct config {
    int port;
    int workers;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct config *current;
static int loads;

static struct config *load(void) {
    struct config *fresh = malloc(sizeof *fresh);
    fresh->port = 8080;
    fresh->workers = 4;
    loads++;
    current = fresh;
    return fresh;
}

static struct config *config(void) {
    pthread_mutex_lock(&lock);
    struct config *found = current ? current : load();
    pthread_mutex_unlock(&lock);
    return found;
}

static void *serve(void *arg) {
    return config()->port == 8080 ? arg : NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, serve, NULL);
    pthread_create(&b, NULL, serve, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(loads == 1);
    return 0;
}
