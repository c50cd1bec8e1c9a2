// CONSTRUCT: the sum over an array that two threads fill, one of them twice at the same place
#include <assert.h>
#include <pthread.h>

static int cells[3];

static void *first(void *arg) {
    (void)arg;
    cells[0] = cells[0] + 1;
    cells[1] = cells[1] + 1;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    cells[1] = cells[1] + 1;
    cells[2] = cells[2] + 1;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += cells[i];
    assert(sum >= 3); // HOLDS
    assert(sum == 4); // FAILS
    return 0;
}
