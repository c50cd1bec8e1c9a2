// DIAGNOSE concurrency
// CONSTRUCT: a function called from two places
// CAUSE: count -> count
// REPAIR: mutex, atomic
#include <assert.h>
#include <pthread.h>

static int counter;

static void add(void) {
    counter = counter + 1; // AT count
}

static void *work(void *arg) {
    add();
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 2); // FAILS
    return 0;
}
