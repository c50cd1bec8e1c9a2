// CONSTRUCT: the second thread is created when the first has ended: no update is lost
#include <assert.h>
#include <pthread.h>

static int x;

static void *increment(void *arg) {
    (void)arg;
    x = x + 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, increment, NULL);
    pthread_join(t, NULL);
    pthread_create(&t, NULL, increment, NULL);
    pthread_join(t, NULL);
    assert(x == 2); // HOLDS
    return 0;
}
