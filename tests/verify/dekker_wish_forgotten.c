// VERIFY bug
// CONSTRUCT: Dekker's algorithm, who has stepped back does not tell its wish again
#include <assert.h>
#include <pthread.h>

static int wants[2], turn, inside;

static void enter(int self) {
    int other = 1 - self;
    wants[self] = 1;
    while (wants[other]) { // ROUNDS 2
        if (turn == other) {
            wants[self] = 0;
            while (turn == other) continue;
        }
    }
}

static void leave(int self) {
    turn = 1 - self;
    wants[self] = 0;
}

static void work(int self) {
    enter(self);
    inside = inside + 1;
    assert(inside == 1); // FAILS
    inside = inside - 1;
    leave(self);
}

static void *first(void *arg) {
    work(0);
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
