// CONSTRUCT: a field far behind the begin of a record: behind a null pointer it is no longer in the first page
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static struct block {
    char data[8192];
    int checksum;
} only;
static _Atomic(struct block *) block = &only;
static int sum;

static void *verify(void *arg) {
    (void)arg;
    sum = atomic_load(&block)->checksum; // MEMORY! dangling
    return NULL;
}

static void *drop(void *arg) {
    (void)arg;
    atomic_store(&block, NULL);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, verify, NULL);
    pthread_create(&t2, NULL, drop, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
