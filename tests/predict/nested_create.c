// CONSTRUCT: a thread creates another and does not join it: its parent's end says nothing
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int x;
static pthread_t grandchild;

static void *inner(void *arg) {
    (void)arg;
    x = x + 1;
    return NULL;
}

static void *outer(void *arg) {
    (void)arg;
    x = 10;
    pthread_create(&grandchild, NULL, inner, NULL);
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_t never;
    pthread_create(&t, NULL, outer, NULL);
    pthread_join(t, NULL);
    sem_init(&never, 0, 1);
    sem_wait(&never);
    assert(x >= 10); // HOLDS
    assert(x == 10); // FAILS
    pthread_join(grandchild, NULL);
    assert(x == 11); // HOLDS
    return 0;
}
