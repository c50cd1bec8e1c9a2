// VERIFY proved
// CONSTRUCT: Lamport's bakery for two
#include <assert.h>
#include <pthread.h>

static int choosing[2], number[2], inside;

static void enter(int self) {
    int other = 1 - self;
    choosing[self] = 1;
    number[self] = number[other] + 1;
    choosing[self] = 0;
    while (choosing[other]) continue;
    while (number[other] != 0 && number[other] + (other > self) <= number[self]) continue;
}

static void leave(int self) {
    number[self] = 0;
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
