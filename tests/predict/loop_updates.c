// CONSTRUCT: loops of unlocked updates: the bound of what is left is exact
#include <assert.h>
#include <pthread.h>

static int x;

static void *count(void *arg) {
    (void)arg;
    for (int i = 0; i < 3; i++)
        x = x + 1;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, count, NULL);
    pthread_create(&t2, NULL, count, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x >= 2); // HOLDS
    assert(x != 2); // FAILS
    return 0;
}
