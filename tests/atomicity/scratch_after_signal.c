// CONSTRUCT: figure 1(b): who would disturb waits for a condition that is signalled behind the block
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int scratch;
static int done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *compute(void *arg) {
    RADDLE_ATOMIC_BEGIN();
    atomic_store(&scratch, 1); // ATOMIC
    int result = atomic_load(&scratch) + 1;
    RADDLE_ATOMIC_END();
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    printf("%d\n", result);
    return arg;
}

static void *disturb(void *arg) {
    pthread_mutex_lock(&lock);
    while (!done)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    atomic_store(&scratch, 3);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, disturb, NULL);
    pthread_create(&b, NULL, compute, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
