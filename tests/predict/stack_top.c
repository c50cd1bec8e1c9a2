// CONSTRUCT: push and pop of a stack with a shared top, unlocked
#include <assert.h>
#include <pthread.h>

static int stack[4] = {9}, top = 1;

static void *push(void *arg) {
    (void)arg;
    int at = top;
    top = at + 1;
    stack[at] = 5;
    return NULL;
}

static void *pop(void *arg) {
    (void)arg;
    int at = top - 1;
    top = at;
    assert(at >= 0); // HOLDS
    int item = stack[at];
    assert(item != 0); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, push, NULL);
    pthread_create(&t2, NULL, pop, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(top >= 0); // HOLDS
    assert(top == 1); // FAILS
    return 0;
}
