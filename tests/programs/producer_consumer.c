// CONSTRUCT: a bounded ring buffer, one producer and two consumers, with an end marker
// EXIT: 0
#include <assert.h>
#include <pthread.h>

#define SIZE 2

static int ring[SIZE];
static int head, count, finished;
static int sum[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;

static void *producer(void *arg) {
    (void)arg;
    for (int i = 1; i <= 5; i++) {
        pthread_mutex_lock(&lock);
        while (count == SIZE)
            pthread_cond_wait(&not_full, &lock);
        ring[(head + count) % SIZE] = i;
        count++;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    finished = 1;
    pthread_cond_broadcast(&not_empty);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *consumer(void *arg) {
    int *mine = arg;
    for (;;) {
        pthread_mutex_lock(&lock);
        while (count == 0 && !finished)
            pthread_cond_wait(&not_empty, &lock);
        if (count == 0) {
            pthread_mutex_unlock(&lock);
            return NULL;
        }
        *mine += ring[head];
        head = (head + 1) % SIZE;
        count--;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&lock);
    }
}

int main(void) {
    pthread_t p, c1, c2;
    pthread_create(&c1, NULL, consumer, &sum[0]);
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c2, NULL, consumer, &sum[1]);
    pthread_join(p, NULL);
    pthread_join(c1, NULL);
    pthread_join(c2, NULL);
    assert(sum[0] + sum[1] == 15 && count == 0);
    return 0;
}
