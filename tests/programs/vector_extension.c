// CONSTRUCT: GNU vector types: element-wise arithmetic on shared vectors
// EXIT: 0
#include <assert.h>
#include <pthread.h>

typedef int v4 __attribute__((vector_size(16)));

static v4 total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    int by = (int)(long)arg;
    v4 part = {by, by + 1, by + 2, by + 3};
    pthread_mutex_lock(&lock);
    total += part * 2;
    total[3]++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, (void *)1L);
    pthread_create(&t2, NULL, work, (void *)10L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(total[0] == 22 && total[1] == 26);
    assert(total[2] == 30 && total[3] == 36);
    return 0;
}
