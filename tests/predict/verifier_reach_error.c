// CONSTRUCT: reach_error where an update outside the atomic function is lost
#include <pthread.h>

void reach_error(void);
static int x;

static void __VERIFIER_atomic_add(int amount) {
    x = x + amount;
}

static void *first(void *arg) {
    (void)arg;
    __VERIFIER_atomic_add(1);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    x = x + 2;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    if (x != 3) reach_error(); // FAILS
    return 0;
}
