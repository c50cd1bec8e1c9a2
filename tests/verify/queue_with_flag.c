// VERIFY proved
// CONSTRUCT: what has been sent is there, over five iterations
#include <assert.h>
#include <pthread.h>

static int queue[5], sent = 0;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *producer(void *arg) {
    for (int i = 0; i < 5; i++) {
        pthread_mutex_lock(&lock);
        queue[i] = i + 1;
        sent = sent + 1;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *consumer(void *arg) {
    for (int i = 0; i < 5; i++) {
        pthread_mutex_lock(&lock);
        if (i < sent) assert(queue[i] == i + 1);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
