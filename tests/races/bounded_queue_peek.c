// CONSTRUCT: a bounded queue whose fill is looked at without the lock before it is taken
#include <pthread.h>

enum { room = 4 };
static int queue[room], count, sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *producer(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        queue[count] = i + 1;
        count++; // RACE!
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *consumer(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        if (count > 0) { // RACE!
            pthread_mutex_lock(&lock);
            sum += queue[--count]; // NORACE
            pthread_mutex_unlock(&lock);
        }
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
