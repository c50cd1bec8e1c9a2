// CONSTRUCT: a reference count in two steps: a decrement is lost
#include <assert.h>
#include <pthread.h>

static int references = 2;

static void *drop(void *arg) {
    (void)arg;
    int left = references - 1;
    references = left;
    assert(left >= 0); // HOLDS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, drop, NULL);
    pthread_create(&t2, NULL, drop, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(references == 0); // FAILS
    return 0;
}
