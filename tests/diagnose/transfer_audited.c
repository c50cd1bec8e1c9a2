// DIAGNOSE concurrency
// CONSTRUCT: money that has left one account and is not in the other yet
// CAUSE: take -> sum, sum -> give
// CAUSE: sum -> take, give -> sum
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>

static int from = 60, to = 40;

static void *transfer(void *arg) {
    from -= 10; // AT take
    to += 10; // AT give
    return arg;
}

static void *audit(void *arg) {
    int sum = from + to; // AT sum
    assert(sum == 100); // FAILS
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, transfer, NULL);
    pthread_create(&second, NULL, audit, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
