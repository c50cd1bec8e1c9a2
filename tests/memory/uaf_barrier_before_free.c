// CONSTRUCT: two barriers: one ends the writing, one the reading, and then the old field is freed
#include <pthread.h>
#include <stdlib.h>

static int *old_field, *new_field;
static pthread_barrier_t phase;

static void *left(void *arg) {
    (void)arg;
    old_field[0] = 1;
    pthread_barrier_wait(&phase);
    new_field[0] = old_field[0] + old_field[1]; // SAFE
    pthread_barrier_wait(&phase);
    return NULL;
}

static void *right(void *arg) {
    (void)arg;
    old_field[1] = 2;
    pthread_barrier_wait(&phase);
    new_field[1] = old_field[1];
    pthread_barrier_wait(&phase);
    free(old_field);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    old_field = calloc(2, sizeof *old_field);
    new_field = calloc(2, sizeof *new_field);
    pthread_barrier_init(&phase, NULL, 2);
    pthread_create(&t1, NULL, left, NULL);
    pthread_create(&t2, NULL, right, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
