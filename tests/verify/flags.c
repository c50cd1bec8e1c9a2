// VERIFY proved
// CONSTRUCT: eight branches in a loop: 256 paths that meet again after each
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready[8];
static int done[8];

static void *producer(void *arg) {
    for (int i = 0; i < 8; i++) ready[i] = 1;
    return arg;
}

static void *consumer(void *arg) {
    for (int i = 0; i < 8; i++) {
        if (ready[i]) done[i] = 1;
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    for (int i = 1; i < 8; i++) assert(done[i - 1] >= 0 && done[i] <= 1);
    assert(done[7] == 0 || ready[0] == 1);
    return 0;
}
