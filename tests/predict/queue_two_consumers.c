// CONSTRUCT: two consumers take from a queue whose count is checked outside the lock
#include <assert.h>
#include <pthread.h>

static int items[4] = {1, 2, 3}, head, count = 3;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *consumer(void *arg) {
    (void)arg;
    if (count >= 2) {
        pthread_mutex_lock(&lock);
        int item = items[head];
        head = head + 1;
        count = count - 1;
        assert(item != 0); // HOLDS
        assert(count >= 1); // FAILS
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *drain(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    head = head + 1;
    count = count - 1;
    assert(count >= 0); // HOLDS
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, consumer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_create(&t3, NULL, drain, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(head == 3); // HOLDS: fails only off the path, where a consumer finds one item only
    return 0;
}
