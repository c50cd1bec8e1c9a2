// CONSTRUCT: two readers at once and a writer alone
#include <pthread.h>

static int table[2], sums[2];
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *arg) {
    (void)arg;
    pthread_rwlock_wrlock(&lock);
    table[0]++;
    table[1]--;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

static int sum(void) {
    pthread_rwlock_rdlock(&lock);
    int found = table[0] + table[1];
    pthread_rwlock_unlock(&lock);
    return found;
}

static void *first(void *arg) {
    (void)arg;
    sums[0] = sum();
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    sums[1] = sum();
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, writer, NULL);
    pthread_create(&t3, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
