// VERIFY proved
// CONSTRUCT: which masks there are: what was written later was seen first
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b, c;
static int seen;

static void *writer(void *arg) {
    a = 1;
    b = 1;
    c = 1;
    return arg;
}

static void *reader(void *arg) {
    int mask = 0;
    if (c) mask |= 4;
    if (b) mask |= 2;
    if (a) mask |= 1;
    seen = mask;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(seen == 0 || seen == 1 || seen == 3 || seen == 7);
    return 0;
}
