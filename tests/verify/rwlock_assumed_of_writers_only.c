// VERIFY bug
// CONSTRUCT: a read-write lock of atomic regions, writers assume nothing about readers
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);

static int writing, readers, x, y;

static void take_to_write(void) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(writing == 0);
    writing = 1;
    __VERIFIER_atomic_end();
}

static void take_to_read(void) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(writing == 0);
    readers = readers + 1;
    __VERIFIER_atomic_end();
}

static void *writer(void *arg) {
    take_to_write();
    x = 3;
    writing = 0;
    return arg;
}

static void *reader(void *arg) {
    take_to_read();
    int seen = x;
    y = seen;
    assert(y == x); // FAILS
    __VERIFIER_atomic_begin();
    readers = readers - 1;
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
