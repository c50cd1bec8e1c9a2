// DIAGNOSE concurrency
// CONSTRUCT: read into a local variable, written back on the next line
// CAUSE: read -> write | read -> write, write -> write
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>

static int counter;

static void *work(void *arg) {
    int seen = counter; // AT read
    counter = seen + 1; // AT write
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
