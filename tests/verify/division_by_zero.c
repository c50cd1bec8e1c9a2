// VERIFY bug
// CONSTRUCT: a divisor that becomes zero when both have halved it
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int divisor = 2;

static void *halve(void *arg) {
    divisor = divisor / 2;
    return arg;
}

static void *divide(void *arg) {
    int found = 100 / divisor; // FAILS
    assert(found == 25 || found == 50 || found == 100);
    return arg;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, halve, NULL);
    pthread_create(&t2, NULL, divide, NULL);
    pthread_create(&t3, NULL, halve, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
