// VERIFY bug
// CONSTRUCT: the answer is made without waiting for the question
#include <assert.h>
#include <pthread.h>

static volatile int ready[2], box[2];

static void *ping(void *arg) {
    box[0] = 1;
    ready[0] = 1;
    while (!ready[1]) continue;
    assert(box[1] == 2); // FAILS
    return arg;
}

static void *pong(void *arg) {
    box[1] = box[0] + 1;
    ready[1] = 1;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, ping, NULL);
    pthread_create(&t2, NULL, pong, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
