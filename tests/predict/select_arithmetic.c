// CONSTRUCT: a choice without a branch: truth values are numbers
#include <assert.h>
#include <pthread.h>

static int x = 1;

static void *change(void *arg) {
    (void)arg;
    x = 5;
    x = 7;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    int seen = x;
    int large = seen > 4;
    int kind = large * (seen - 5) + !large * 100;
    assert(kind != 1); // HOLDS
    assert(kind < 100); // FAILS
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
