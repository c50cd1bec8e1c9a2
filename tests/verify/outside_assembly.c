// VERIFY unknown inline assembly
// CONSTRUCT: assembly that changes memory of other threads, on a path that is seldom taken
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static volatile int x;
static atomic_int flag;
static int seen;

static void *change(void *arg) {
    flag = 1;
    flag = 0;
    __asm__ volatile("incl %0" : "+m"(x) : : "memory");
    return arg;
}

static void *look(void *arg) {
    if (flag)
        seen = x;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, look, NULL);
    pthread_create(&b, NULL, change, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(seen <= 1);
    return 0;
}
