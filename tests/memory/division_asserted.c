// CONSTRUCT: an assertion says that there are some, and they are counted anew for the division
#include <assert.h>
#include <pthread.h>

static int voters = 3, votes = 9, each;

static void *tally(void *arg) {
    (void)arg;
    assert(voters > 0);
    each = votes / voters; // MEMORY! division
    return NULL;
}

static void *close_poll(void *arg) {
    (void)arg;
    voters = 0;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, tally, NULL);
    pthread_create(&t2, NULL, close_poll, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
