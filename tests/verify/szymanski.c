// VERIFY proved
// CONSTRUCT: Szymanski's algorithm for two
#include <assert.h>
#include <pthread.h>

static int flag[2], inside;

static void enter(int self) {
    int other = 1 - self;
    flag[self] = 1;
    while (flag[other] >= 3) continue;
    flag[self] = 3;
    if (flag[other] == 1) {
        flag[self] = 2;
        while (flag[other] != 4) continue;
    }
    flag[self] = 4;
    if (self == 1) {
        while (flag[other] >= 2) continue;
    }
}

static void leave(int self) {
    if (self == 0) {
        while (flag[1] == 2 || flag[1] == 3) continue;
    }
    flag[self] = 0;
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
