// CONSTRUCT: the reader takes no lock and sees the middle of a critical section: the writer never gets further
#include <assert.h>
#include <pthread.h>

static int a, b;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    a = 1;
    b = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    int seen_b = b;
    int seen_a = a;
    assert(seen_a >= seen_b); // HOLDS
    assert(seen_a == seen_b); // FAILS
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
