// CONSTRUCT: a plain counter incremented without a lock
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static int count;

static void *work(void *arg) {
    (void)arg;
    for (int i = 0; i < 3; i++)
        count++;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(count >= 2 && count <= 6);
    return 0;
}
