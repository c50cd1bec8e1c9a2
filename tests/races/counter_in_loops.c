// CONSTRUCT: two threads count in loops, one counter under a lock and one without
#include <pthread.h>
#include <stdio.h>

enum { rounds = 10 };
static int locked, unlocked;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    (void)arg;
    for (int i = 0; i < rounds; i++) {
        pthread_mutex_lock(&lock);
        locked++; // NORACE
        pthread_mutex_unlock(&lock);
        unlocked++; // RACE!
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    printf("%d %d\n", locked, unlocked);
    return 0;
}
