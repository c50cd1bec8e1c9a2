// CONSTRUCT: which cell is written depends on a table that another thread changes
#include <pthread.h>

static int place[2] = {0, 1}, cells[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *mover(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    place[1] = 0;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *first(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int at = place[0];
    pthread_mutex_unlock(&lock);
    cells[at] = 1; // RACE!
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int at = place[1];
    pthread_mutex_unlock(&lock);
    cells[at] = 2; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_create(&t3, NULL, mover, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
