// CONSTRUCT: a switch on a shared value: within the recorded case the value is known
#include <assert.h>
#include <pthread.h>

static int state = 1, result;

static void *change(void *arg) {
    (void)arg;
    state = 3;
    state = 2;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    int seen = state;
    switch (seen) {
    case 1: result = 10; break;
    case 2: result = 20; break;
    default: result = 30; break;
    }
    assert(result == seen * 10); // HOLDS
    assert(state == seen); // HOLDS: fails only off the path, where another case is taken
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, change, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(result == 20); // HOLDS: fails only off the path, where another case is taken
    return 0;
}
