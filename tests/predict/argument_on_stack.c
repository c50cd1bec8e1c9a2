// CONSTRUCT: both threads get a pointer to the loop variable
#include <assert.h>
#include <pthread.h>

static int seen[3];

static void *work(void *arg) {
    int self = *(int *)arg;
    seen[self] = seen[self] + 1;
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    int i;
    for (i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, work, &i);
        if (i == 0)
            pthread_join(threads[0], NULL);
    }
    i = 1;
    pthread_join(threads[1], NULL);
    assert(seen[0] == 1); // HOLDS
    assert(seen[1] == 1); // FAILS
    return 0;
}
