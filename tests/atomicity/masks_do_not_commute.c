// CONSTRUCT: atomic updates without results that do not commute: a bit is set, and an and clears it
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdio.h>

enum { dirty = 1, locked = 2 };
static atomic_int flags;

static void *mark(void *arg) {
    RADDLE_ATOMIC;
    atomic_fetch_or(&flags, dirty); // TORN!
    atomic_fetch_or(&flags, dirty | locked); // TORN!
    return arg;
}

static void *clear(void *arg) {
    atomic_fetch_and(&flags, ~dirty); // TORN!
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, mark, NULL);
    pthread_create(&b, NULL, clear, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", flags);
    return 0;
}
