// CONSTRUCT: not both: the first was false in the recorded run
#include <assert.h>
#include <pthread.h>

static int mine, yours;

static void *writer(void *arg) {
    (void)arg;
    mine = 1;
    yours = 1;
    mine = 0;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    assert(!(mine && yours)); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
