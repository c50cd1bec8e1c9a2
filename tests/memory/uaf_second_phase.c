// CONSTRUCT: the barrier ends the phase in which the old field is written, not that in which it is read
#include <pthread.h>
#include <stdlib.h>

static int *old_field, *new_field;
static pthread_barrier_t phase;

static void *left(void *arg) {
    (void)arg;
    old_field[0] = 1;
    pthread_barrier_wait(&phase);
    new_field[0] = old_field[0] + old_field[1]; // MEMORY! use-after-free
    return NULL;
}

static void *right(void *arg) {
    (void)arg;
    old_field[1] = 2;
    pthread_barrier_wait(&phase);
    new_field[1] = old_field[1];
    free(old_field);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    old_field = calloc(2, sizeof *old_field);
    new_field = calloc(2, sizeof *new_field);
    pthread_barrier_init(&phase, NULL, 2);
    pthread_create(&t1, NULL, right, NULL);
    pthread_create(&t2, NULL, left, NULL);
    t3 = t2;
    pthread_join(t3, NULL);
    pthread_join(t1, NULL);
    return 0;
}
