// CONSTRUCT: long double (80-bit on x86-64) shared between threads
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static long double total;
static long double parts[2] = {0.5L, 0.25L};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static long double twice(long double x) { return x + x; }

static void *add(void *arg) {
    long double *part = arg;
    pthread_mutex_lock(&lock);
    total += twice(*part);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, add, &parts[0]);
    pthread_create(&t2, NULL, add, &parts[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(total == 1.5L);
    long double big = (long double)(1ULL << 63) + 1.0L;
    assert((unsigned long long)big == (1ULL << 63) + 1);
    assert((int)(total * 4.0L) == 6);
    return 0;
}
