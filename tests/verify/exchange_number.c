// VERIFY proved
// CONSTRUCT: a spin lock that each one marks with its own number while it waits
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int owner;
static int inside;

static void work(int self) {
    while (atomic_exchange(&owner, self) != 0) continue;
    inside = inside + 1;
    assert(inside == 1);
    inside = inside - 1;
    owner = 0;
}

static void *first(void *arg) {
    work(1);
    return arg;
}

static void *second(void *arg) {
    work(2);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
