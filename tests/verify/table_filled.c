// VERIFY proved
// CONSTRUCT: two threads fill a table of six places with eight numbers
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table[8], used;

static void *even(void *arg) {
    for (int i = 0; i < 8; i += 2) {
        pthread_mutex_lock(&lock);
        if (used < 6) {
            table[used] = i;
            used = used + 1;
        }
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *odd(void *arg) {
    for (int i = 1; i < 8; i += 2) {
        pthread_mutex_lock(&lock);
        if (used < 6) {
            table[used] = i;
            used = used + 1;
        }
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, even, NULL);
    pthread_create(&t2, NULL, odd, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(used == 6 && table[6] == 0);
    return 0;
}
