// CONSTRUCT: atomic updates of one word that commute, since they concern other bits
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdio.h>

enum { dirty = 1, locked = 2, cached = 4 };
static atomic_int flags = cached;

static void *mark(void *arg) {
    RADDLE_ATOMIC;
    atomic_fetch_or(&flags, dirty); // ATOMIC
    atomic_fetch_or(&flags, locked);
    return arg;
}

static void *clear(void *arg) {
    atomic_fetch_and(&flags, ~cached);
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
