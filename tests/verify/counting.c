// VERIFY proved
// CONSTRUCT: a local count of how often a flag was seen
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *changer(void *arg) {
    x = 1;
    x = 0;
    return arg;
}

static void *counter(void *arg) {
    int count = 0;
    for (int i = 0; i < 4; i++) {
        if (x) count++;
    }
    assert(count <= 4);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, changer, NULL);
    pthread_create(&t2, NULL, counter, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
