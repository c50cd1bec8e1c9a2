// CONSTRUCT: two threads write different values
#include <pthread.h>

static int winner;

static void *first(void *arg) {
    (void)arg;
    winner = 1; // RACE!
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    winner = 2; // RACE!
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
