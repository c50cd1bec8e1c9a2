// CONSTRUCT: a check and the use that relies on it are two critical sections
#include <assert.h>
#include <pthread.h>

static int seats = 2;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int free_seats(void) {
    pthread_mutex_lock(&lock);
    int there = seats;
    pthread_mutex_unlock(&lock);
    return there;
}

static void *group(void *arg) {
    (void)arg;
    if (free_seats() >= 2) {
        pthread_mutex_lock(&lock);
        seats = seats - 2;
        assert(seats >= 0); // FAILS
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *single(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    seats = seats - 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *returns(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    seats = seats + 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, group, NULL);
    pthread_create(&t2, NULL, returns, NULL);
    pthread_create(&t3, NULL, single, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
