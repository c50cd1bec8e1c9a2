// CONSTRUCT: the failure needs the turn to go to and fro between three threads
#include <assert.h>
#include <pthread.h>

static int x;

static void *one(void *arg) {
    (void)arg;
    x = 1;
    return NULL;
}

static void *others(void *arg) {
    (void)arg;
    x = 2;
    x = 3;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    int a = x;
    int b = x;
    int c = x;
    int seen = a * 100 + b * 10 + c;
    assert(seen != 132); // HOLDS
    assert(seen != 213); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, one, NULL);
    pthread_create(&t2, NULL, others, NULL);
    pthread_create(&t3, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
