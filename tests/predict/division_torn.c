// CONSTRUCT: value and divisor are changed one by one: the remainder tells
#include <assert.h>
#include <pthread.h>

static int divisor = 4, value = 100;

static void *change(void *arg) {
    (void)arg;
    divisor = 7;
    value = 98;
    return NULL;
}

static void *use(void *arg) {
    (void)arg;
    int rest = value % divisor;
    assert(rest >= 0 && rest < 7); // HOLDS
    assert(rest == 0); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, change, NULL);
    pthread_create(&t2, NULL, use, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
