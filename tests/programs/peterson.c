// CONSTRUCT: Peterson's mutual exclusion with sequentially consistent atomics
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static atomic_int turn;
static int inside, count;

static void *work(void *arg) {
    int me = (int)(long)arg;
    for (int i = 0; i < 2; i++) {
        atomic_store(&wants[me], 1);
        atomic_store(&turn, 1 - me);
        while (atomic_load(&wants[1 - me]) && atomic_load(&turn) == 1 - me)
            ;
        inside++;
        assert(inside == 1);
        count++;
        inside--;
        atomic_store(&wants[me], 0);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, (void *)0L);
    pthread_create(&t2, NULL, work, (void *)1L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(count == 4);
    return 0;
}
