// VERIFY: bug
// CONSTRUCT: a reader-writer lock is unlocked by who does not hold it
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

static void *work(void *unused) {
    pthread_rwlock_rdlock(&rw);
    pthread_rwlock_unlock(&rw);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_rwlock_unlock(&rw); // MISUSE! not-held
    return 0;
}
