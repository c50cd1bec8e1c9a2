// VERIFY bug
// CONSTRUCT: a deque whose owner takes the last job as if nobody could steal it
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top, bottom = 2;
static int jobs[2] = {1, 2}, done[3];

static void *thief(void *arg) {
    int at = top;
    if (at < bottom) {
        int job = jobs[at];
        if (atomic_compare_exchange_strong(&top, &at, at + 1)) done[job] = done[job] + 1;
    }
    return arg;
}

static void *owner(void *arg) {
    for (int i = 0; i < 2; i++) {
        int at = bottom - 1;
        bottom = at;
        int first = top;
        if (first < at) {
            done[jobs[at]] = done[jobs[at]] + 1;
        } else {
            bottom = at + 1;
            if (first == at) done[jobs[at]] = done[jobs[at]] + 1;
        }
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, owner, NULL);
    pthread_create(&t2, NULL, thief, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(done[1] <= 1 && done[2] <= 1); // FAILS
    return 0;
}
