// CONSTRUCT: the count of calls is kept behind the outermost unlock
#include <pthread.h>

static pthread_mutex_t lock;
static int total, calls;

static void add(int amount) {
    pthread_mutex_lock(&lock);
    total += amount;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    add(1);
    pthread_mutex_unlock(&lock);
    calls++; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attributes);
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
