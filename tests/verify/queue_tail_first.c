// VERIFY bug
// CONSTRUCT: a queue whose tail moves before the element is there
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int queue[3], head, tail;

static void *producer(void *arg) {
    for (int i = 1; i <= 3; i++) {
        pthread_mutex_lock(&lock);
        int place = tail;
        tail = tail + 1;
        pthread_mutex_unlock(&lock);
        queue[place] = i;
    }
    return arg;
}

static void *consumer(void *arg) {
    int last = 0;
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        if (head < tail) {
            int value = queue[head];
            head = head + 1;
            assert(value == last + 1); // FAILS
            last = value;
        }
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
