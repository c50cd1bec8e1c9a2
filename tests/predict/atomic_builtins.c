// CONSTRUCT: __atomic builtins: a ticket is given out once
#include <assert.h>
#include <pthread.h>

static int next, last;

static void *take(void *arg) {
    (void)arg;
    int mine = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&last, mine, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, take, NULL);
    pthread_create(&t2, NULL, take, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(__atomic_load_n(&next, __ATOMIC_SEQ_CST) == 2); // HOLDS
    assert(last <= 1); // HOLDS
    assert(last == 1); // FAILS
    return 0;
}
