// VERIFY proved
// CONSTRUCT: Lamport's fast mutual exclusion for two
// Each further round needs a y that the other set or cleared; the other enters once, so there are at most three.
#include <assert.h>
#include <pthread.h>

static int busy[3], x, y, inside;

static void enter(int self) {
    for (;;) { // ROUNDS 3
        busy[self] = 1;
        x = self;
        if (y != 0) {
            busy[self] = 0;
            while (y != 0) continue;
            continue;
        }
        y = self;
        if (x == self) return;
        busy[self] = 0;
        while (busy[3 - self]) continue;
        if (y == self) return;
        while (y != 0) continue;
    }
}

static void leave(int self) {
    y = 0;
    busy[self] = 0;
}

static void work(int self) {
    enter(self);
    inside = inside + 1;
    assert(inside == 1);
    inside = inside - 1;
    leave(self);
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
