// CONSTRUCT: a thread of C11 reads the id that thrd_create stored for it, and one that it stores for the other
#include <threads.h>

static thrd_t mine, other;
static int same[2];

static int first(void *arg) {
    (void)arg;
    same[0] = thrd_equal(mine, thrd_current()); // NORACE
    return thrd_equal(other, thrd_current()) != 0; // RACE!
}

static int second(void *arg) {
    (void)arg;
    same[1] = thrd_equal(other, thrd_current()); // NORACE
    return 0;
}

int main(void) {
    thrd_create(&mine, first, NULL);
    thrd_create(&other, second, NULL); // RACE!
    thrd_join(mine, NULL);
    thrd_join(other, NULL);
    return same[0] + same[1] - 2;
}
