// CONSTRUCT: Peterson's lock with sequentially consistent atomics
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int counter;

static void enter(int me) {
    wants[me] = 1;
    turn = 1 - me;
    while (wants[1 - me] && turn == 1 - me)
        ;
    counter++;
    wants[me] = 0;
}

static void *first(void *arg) {
    (void)arg;
    enter(0);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    enter(1);
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
