// CONSTRUCT: two indices whose sum stays the same as long as the lock is held by whoever moves them
#include <pthread.h>

static int cells[4], left = 1, right = 2;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *mover(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    right++;
    left--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *user(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    cells[left + right] = 1; // SAFE
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, user, NULL);
    pthread_create(&t2, NULL, mover, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
