// CONSTRUCT: items of one producer come out in order, those of two in any
#include <assert.h>
#include <pthread.h>

static int queue[4], tail;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void put(int item) {
    pthread_mutex_lock(&lock);
    queue[tail] = item;
    tail = tail + 1;
    pthread_mutex_unlock(&lock);
}

static void *first(void *arg) {
    (void)arg;
    put(1);
    put(2);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    put(10);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(queue[0] + queue[1] + queue[2] == 13); // HOLDS
    assert(queue[0] != 2); // HOLDS
    assert(queue[1] == 2); // FAILS
    return 0;
}
