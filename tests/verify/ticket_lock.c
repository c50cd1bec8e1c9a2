// VERIFY proved
// VERIFY races: proved
// CONSTRUCT: a ticket lock for three
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next, serving;
static int inside;

static void *work(void *arg) {
    int mine = atomic_fetch_add(&next, 1);
    while (serving != mine) continue;
    inside = inside + 1;
    assert(inside == 1);
    inside = inside - 1;
    serving = mine + 1;
    return arg;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_create(&t3, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
