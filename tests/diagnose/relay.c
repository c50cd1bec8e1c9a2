// DIAGNOSE concurrency
// CONSTRUCT: handed on through three threads
// CAUSE: second -> first
// CAUSE: third -> second
// REPAIR: order
// WITHOUT PREEMPTION: yes
#include <assert.h>
#include <pthread.h>

static int a, b, c;

static void *begin(void *arg) {
    a = 1; // AT first
    return arg;
}

static void *hand_on(void *arg) {
    b = a; // AT second
    return arg;
}

static void *finish(void *arg) {
    c = b; // AT third
    return arg;
}

int main(void) {
    pthread_t first, second, third;
    pthread_create(&first, NULL, begin, NULL);
    pthread_create(&second, NULL, hand_on, NULL);
    pthread_create(&third, NULL, finish, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    pthread_join(third, NULL);
    assert(c == 1); // FAILS
    return 0;
}
