// CONSTRUCT: each thread gets its number as an integer cast to a pointer
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int seen[2];

static void *work(void *arg) {
    intptr_t self = (intptr_t)arg;
    seen[self] = seen[self] + 1;
    assert(seen[self] == 1); // HOLDS
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(seen[0] == 1 && seen[1] == 1); // HOLDS
    return 0;
}
