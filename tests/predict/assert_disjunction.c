// CONSTRUCT: the first operand of || held in the recorded run: the second one is looked at all the same
#include <assert.h>
#include <pthread.h>

static int a, b;

static void *writer(void *arg) {
    (void)arg;
    a = 1;
    b = 0;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    assert(a == 1 || b == 1); // FAILS: before a is 1
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
