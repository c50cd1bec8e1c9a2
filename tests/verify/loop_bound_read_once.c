// VERIFY proved
// CONSTRUCT: a loop whose bound is read once
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int config = 1;
static int log[4], entries;

static int width(void) { return config == 1 ? 2 : 3; }

static void *logger(void *arg) {
    int size = width();
    for (int i = 0; i < size; i++) {
        log[entries] = i;
        entries = entries + 1;
    }
    assert(entries == size);
    return arg;
}

static void *changer(void *arg) {
    config = 2;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, logger, NULL);
    pthread_create(&t2, NULL, changer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
