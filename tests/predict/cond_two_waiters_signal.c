// CONSTRUCT: a signal wakes one of two waiters, either: the order in which they are served is open
#include <assert.h>
#include <pthread.h>

static int tickets, served;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static int serve(void) {
    pthread_mutex_lock(&lock);
    while (tickets == 0)
        pthread_cond_wait(&changed, &lock);
    tickets = tickets - 1;
    served = served + 1;
    int mine = served;
    pthread_mutex_unlock(&lock);
    return mine;
}

static void *first(void *arg) {
    (void)arg;
    int mine = serve();
    assert(mine <= 2); // HOLDS
    assert(mine == 1); // FAILS
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    int mine = serve();
    assert(mine >= 1); // HOLDS
    return NULL;
}

static void *producer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    tickets = tickets + 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    tickets = tickets + 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_create(&t3, NULL, producer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
