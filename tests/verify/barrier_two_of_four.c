// VERIFY proved
// CONSTRUCT: four threads at a barrier for two
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int arrived;

static void *work(void *arg) {
    __sync_fetch_and_add(&arrived, 1);
    pthread_barrier_wait(&barrier);
    assert(arrived >= 2);
    return arg;
}

int main(void) {
    pthread_t t1, t2, t3, t4;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_create(&t3, NULL, work, NULL);
    pthread_create(&t4, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    pthread_join(t4, NULL);
    return 0;
}
