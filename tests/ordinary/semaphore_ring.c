// A bounded buffer with two semaphores and a mutex; two who put in, one who takes out.
// BUG: race: who puts in takes no mutex, since "the semaphore protects it"
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#ifndef N
#define N 5
#endif
#define SLOTS 3

static int ring[SLOTS], in, out, sum;
static sem_t filled, empty;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *produce(void *arg) {
    for (int i = 1; i <= N; i++) {
        sem_wait(&empty);
#ifndef BUG
        pthread_mutex_lock(&lock);
#endif
        ring[in] = i;
        in = (in + 1) % SLOTS;
#ifndef BUG
        pthread_mutex_unlock(&lock);
#endif
        sem_post(&filled);
    }
    return arg;
}

static void *consume(void *arg) {
    for (int i = 0; i < 2 * N; i++) {
        sem_wait(&filled);
        pthread_mutex_lock(&lock);
        sum += ring[out];
        out = (out + 1) % SLOTS;
        pthread_mutex_unlock(&lock);
        sem_post(&empty);
    }
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    sem_init(&filled, 0, 0);
    sem_init(&empty, 0, SLOTS);
    pthread_create(&a, NULL, produce, NULL);
    pthread_create(&b, NULL, produce, NULL);
    pthread_create(&c, NULL, consume, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(sum == N * (N + 1));
    return 0;
}
