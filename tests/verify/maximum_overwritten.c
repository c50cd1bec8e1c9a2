// VERIFY bug
// CONSTRUCT: the greatest of three by a look and a write
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int most;

static void *offer(void *arg) {
    int mine = (int)(long)arg, old = most;
    if (old < mine) most = mine;
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, offer, (void *)2);
    pthread_create(&t2, NULL, offer, (void *)3);
    pthread_create(&t3, NULL, offer, (void *)1);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(most == 3); // FAILS
    return 0;
}
