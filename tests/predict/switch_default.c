// CONSTRUCT: in the default case the value may be any but those listed
#include <assert.h>
#include <pthread.h>

static int state = 1;

static void *change(void *arg) {
    (void)arg;
    state = 5;
    state = 6;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    int seen = state;
    switch (seen) {
    case 1:
    case 2:
        break;
    default:
        assert(seen > 2); // HOLDS
        assert(seen == 6); // FAILS
    }
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
