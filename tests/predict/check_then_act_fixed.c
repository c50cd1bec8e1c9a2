// CONSTRUCT: the check and the use are one critical section
#include <assert.h>
#include <pthread.h>

static int seats = 2;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *book(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (seats > 0) {
        seats = seats - 1;
        assert(seats >= 0); // HOLDS
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, book, NULL);
    pthread_create(&t2, NULL, book, NULL);
    pthread_create(&t3, NULL, book, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(seats == 0); // HOLDS
    return 0;
}
