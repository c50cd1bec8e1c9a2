// CONSTRUCT: a condition of three parts, any of which may decide
#include <assert.h>
#include <pthread.h>

static int a = 1, b = 1, c;

static void *writer(void *arg) {
    (void)arg;
    c = 1;
    a = 0;
    c = 0;
    c = 1;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    assert((a && b) || c); // FAILS
    assert(a || b || c); // HOLDS
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
