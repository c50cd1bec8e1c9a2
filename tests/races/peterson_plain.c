// CONSTRUCT: Peterson's lock with plain variables excludes, but all of it races
#include <pthread.h>

static int wants[2], turn, counter;

static void enter(int me) {
    wants[me] = 1; // RACE!
    turn = 1 - me; // RACE!
    while (wants[1 - me] && turn == 1 - me) // RACE!
        ;
    counter++; // RACE!
    wants[me] = 0; // RACE!
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
