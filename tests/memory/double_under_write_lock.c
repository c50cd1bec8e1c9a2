// CONSTRUCT: whoever refreshes a cached page holds the lock for writing
#include <pthread.h>
#include <stdlib.h>

struct page {
    int version;
};

static struct page *page;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *refresh(void *arg) {
    (void)arg;
    pthread_rwlock_wrlock(&lock);
    struct page *stale = page;
    page = calloc(1, sizeof *page);
    pthread_rwlock_unlock(&lock);
    free(stale); // SAFE
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    page = calloc(1, sizeof *page);
    pthread_create(&t1, NULL, refresh, NULL);
    pthread_create(&t2, NULL, refresh, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    free(page);
    return 0;
}
