// VERIFY proved
// CONSTRUCT: a ring buffer with counted room and items, two producers
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t room, items;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ring[2], head, tail;

static void put(int value) {
    sem_wait(&room);
    pthread_mutex_lock(&lock);
    ring[tail] = value;
    tail = (tail + 1) % 2;
    pthread_mutex_unlock(&lock);
    sem_post(&items);
}

static int take(void) {
    sem_wait(&items);
    int value = ring[head];
    head = (head + 1) % 2;
    sem_post(&room);
    return value;
}

static void *producer(void *arg) {
    put((int)(long)arg);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&room, 0, 1);
    sem_init(&items, 0, 0);
    pthread_create(&t1, NULL, producer, (void *)1);
    pthread_create(&t2, NULL, producer, (void *)2);
    int one = take();
    int two = take();
    assert(one + two == 3);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
