// VERIFY proved
// VERIFY races: bug
// CONSTRUCT: Peterson's algorithm, waiting on plain variables
#include <assert.h>
#include <pthread.h>

static int wants[2], turn, inside;

static void enter(int self) {
    int other = 1 - self;
    wants[self] = 1;
    turn = other;
    while (wants[other] && turn == other) continue;
}

static void leave(int self) {
    wants[self] = 0;
}

static void work(int self) {
    enter(self);
    inside = inside + 1;
    assert(inside == 1);
    inside = inside - 1;
    leave(self);
}

static void *first(void *arg) {
    work(0);
    return arg;
}

static void *second(void *arg) {
    work(1);
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
