// CONSTRUCT: tryrdlock and trywrlock against a lock held for reading, then for writing
// EXIT: 0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock;
static int read_answer, write_answer;

static void *probe(void *arg) {
    (void)arg;
    read_answer = pthread_rwlock_tryrdlock(&lock);
    if (read_answer == 0)
        pthread_rwlock_unlock(&lock);
    write_answer = pthread_rwlock_trywrlock(&lock);
    if (write_answer == 0)
        pthread_rwlock_unlock(&lock);
    return NULL;
}

static void run_probe(void) {
    pthread_t t;
    pthread_create(&t, NULL, probe, NULL);
    pthread_join(t, NULL);
}

int main(void) {
    pthread_rwlock_init(&lock, NULL);
    run_probe();
    assert(read_answer == 0 && write_answer == 0);
    pthread_rwlock_rdlock(&lock);
    run_probe();
    assert(read_answer == 0 && write_answer == EBUSY);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&lock);
    run_probe();
    assert(read_answer == EBUSY && write_answer == EBUSY);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_destroy(&lock);
    return 0;
}
