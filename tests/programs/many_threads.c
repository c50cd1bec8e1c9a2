// CONSTRUCT: twenty threads, created and joined in waves, on one atomic counter
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *work(void *arg) {
    (void)arg;
    atomic_fetch_add(&count, 1);
    return NULL;
}

int main(void) {
    pthread_t t[5];
    for (int wave = 0; wave < 4; wave++) {
        for (int i = 0; i < 5; i++)
            pthread_create(&t[i], NULL, work, NULL);
        for (int i = 0; i < 5; i++)
            pthread_join(t[i], NULL);
        assert(count == (wave + 1) * 5);
    }
    return 0;
}
