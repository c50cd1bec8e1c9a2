// CONSTRUCT: a matrix of 4 x 4 becomes one of 2 x 8 under a lock, and its last cell is found under it
#include <pthread.h>

static int cells[16], rows = 4, columns = 4, corner;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&lock);
    corner = cells[(rows - 1) * columns + columns - 1]; // SAFE
    pthread_rwlock_unlock(&lock);
    return NULL;
}

static void *reshape(void *arg) {
    (void)arg;
    pthread_rwlock_wrlock(&lock);
    columns = 8;
    rows = 2;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, reshape, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
