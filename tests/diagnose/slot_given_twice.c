// DIAGNOSE concurrency
// CONSTRUCT: an index handed out in two steps
// CAUSE: read -> write | read -> write, write -> write
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>

static int table[4], next;

static void *enter(void *arg) {
    int slot = next; // AT read
    next = slot + 1; // AT write
    table[slot] = *(int *)arg;
    return arg;
}

int main(void) {
    pthread_t first, second;
    int numbers[2] = {1, 2};
    pthread_create(&first, NULL, enter, &numbers[0]);
    pthread_create(&second, NULL, enter, &numbers[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(table[0] && table[1]); // FAILS
    return 0;
}
