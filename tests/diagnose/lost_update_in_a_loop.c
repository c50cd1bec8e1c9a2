// DIAGNOSE concurrency
// CONSTRUCT: two rounds each
// CAUSE: count -> count
// REPAIR: mutex, atomic
#include <assert.h>
#include <pthread.h>

static int counter;

static void *work(void *arg) {
    for (int round = 0; round < 2; round++)
        counter++; // AT count
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 4); // FAILS
    return 0;
}
