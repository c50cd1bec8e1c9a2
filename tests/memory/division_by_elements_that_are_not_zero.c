// CONSTRUCT: the divisor is an element of a table, at an index that comes near to one that is 0
#include <pthread.h>
#include <stdatomic.h>

static const int steps[4] = {4, 2, 1, 0};
static atomic_int gear = 0;
static int speed;

static void *drive(void *arg) {
    (void)arg;
    speed = 100 / steps[atomic_load(&gear)]; // SAFE at most at 2
    return NULL;
}

static void *shift(void *arg) {
    (void)arg;
    atomic_fetch_add(&gear, 1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, drive, NULL);
    pthread_create(&t2, NULL, shift, NULL);
    pthread_create(&t3, NULL, shift, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
