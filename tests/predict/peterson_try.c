// CONSTRUCT: Peterson's entry as a try: at most one of the two comes in
#include <assert.h>
#include <pthread.h>

static int want[2], turn, inside;

static void enter(int self) {
    want[self] = 1;
    turn = 1 - self;
    int wait = want[1 - self] & (turn == 1 - self);
    if (!wait) {
        inside = inside + 1;
        assert(inside == 1); // HOLDS
        inside = inside - 1;
        want[self] = 0;
    }
}

static void *first(void *arg) {
    (void)arg;
    enter(0);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    enter(1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
