// VERIFY: bug
// CONSTRUCT: two sections of a lock: one uses a mutex, the other destroys it; in the given run in this order
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int v;
static pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *unused) {
    pthread_mutex_lock(&g);
    pthread_mutex_lock(&m); // MISUSE! destroyed
    v++;
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&g);
    return unused;
}

static void *work(void *unused) {
    pthread_mutex_lock(&g);
    pthread_mutex_destroy(&m);
    pthread_mutex_unlock(&g);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_t b;
    pthread_create(&b, NULL, use, NULL);
    pthread_create(&a, NULL, work, NULL);
    pthread_join(b, NULL);
    pthread_join(a, NULL);
    return 0;
}
