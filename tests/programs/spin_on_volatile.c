// CONSTRUCT: a spin loop on a plain volatile flag
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static volatile int go;
static volatile int arrived;

static void *follower(void *arg) {
    (void)arg;
    while (!go)
        ;
    arrived = go + 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, follower, NULL);
    go = 1;
    while (!arrived)
        ;
    pthread_join(t, NULL);
    assert(arrived == 2);
    return 0;
}
