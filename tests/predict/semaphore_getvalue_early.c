// CONSTRUCT: the value of a semaphore is read before the posts: the branch says only that one has happened
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int a, b;
static sem_t done;

static void *first(void *arg) {
    (void)arg;
    a = 1;
    sem_post(&done);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    b = 1;
    sem_post(&done);
    return NULL;
}

static void *watcher(void *arg) {
    (void)arg;
    int count;
    sem_getvalue(&done, &count);
    if (count >= 1) {
        assert(a + b >= 1); // HOLDS
        assert(a + b == 2); // PINNED: sem_getvalue
    }
    return NULL;
}

int main(void) {
    sem_init(&done, 0, 0);
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_create(&t3, NULL, watcher, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
