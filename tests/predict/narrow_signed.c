// CONSTRUCT: a signed byte: the sum is right in an int and wrong when it is stored
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int8_t level = 100;

static void *first(void *arg) {
    (void)arg;
    level = level - 60;
    level = level + 60;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    int seen = level;
    int more = seen + 50;
    int8_t kept = (int8_t)more;
    assert(more > seen); // HOLDS
    assert(kept < 0); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
