// CONSTRUCT: shared head and tail without a lock: two producers take the same slot
#include <assert.h>
#include <pthread.h>

static int slots[4], head, tail;

static void put(int item) {
    int at = tail;
    slots[at] = item;
    tail = (at + 1) % 4;
}

static void *first(void *arg) {
    (void)arg;
    put(5);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    put(7);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(slots[0] != 0); // HOLDS
    assert(slots[0] + slots[1] == 12); // FAILS
    assert(tail - head == 2); // HOLDS
    return 0;
}
