// CONSTRUCT: signed division truncates toward zero: -7 / 2 is -3
#include <assert.h>
#include <pthread.h>

static int x = -7;

static void *change(void *arg) {
    (void)arg;
    x = x / 2;
    x = x % 2;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    int seen = x;
    assert(seen < 0); // HOLDS
    assert(seen != -3); // FAILS
    assert(seen != -4); // HOLDS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, change, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == -1); // HOLDS
    return 0;
}
