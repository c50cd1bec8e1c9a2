// CONSTRUCT: an assertion with || over values that were read before: its operands are branches all the same
#include <assert.h>
#include <pthread.h>

static int x;

static void *change(void *arg) {
    (void)arg;
    x = 1;
    x = 3;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    int seen = x;
    int fine = (seen == 0) | (seen == 3);
    assert(fine); // FAILS
    assert(seen == 0 || seen == 3); // HOLDS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, change, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
