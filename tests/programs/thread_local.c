// CONSTRUCT: thread-local variables (_Thread_local and __thread), each thread its own copy
// EXIT: 0
// OUTPUT: 13 105 1\n
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static _Thread_local int counter = 3;
static __thread int *mine;
static int results[2];
static int distinct;
static int *address[2];

static void bump(int by) {
    counter += by;
    mine = &counter;
}

static void *work(void *arg) {
    int i = (int)(long)arg;
    for (int k = 0; k < 2; k++)
        bump(i ? 51 : 5);
    results[i] = *mine;
    address[i] = mine;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    counter = 1;
    pthread_create(&t1, NULL, work, (void *)0L);
    pthread_create(&t2, NULL, work, (void *)1L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    distinct = &counter != address[0] && &counter != address[1];
    assert(distinct && mine == NULL);
    assert(results[0] == 13 && results[1] == 105 && counter == 1);
    printf("%d %d %d\n", results[0], results[1], counter);
    return 0;
}
