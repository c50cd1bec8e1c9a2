// CONSTRUCT: a barrier of a lock, a condition and a generation
#include <pthread.h>

static int arrived, generation, cells[2], seen[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t passed = PTHREAD_COND_INITIALIZER;

static void meet(void) {
    pthread_mutex_lock(&lock);
    int mine = generation;
    if (++arrived == 2) {
        generation++;
        pthread_cond_broadcast(&passed);
    }
    while (mine == generation)
        pthread_cond_wait(&passed, &lock);
    pthread_mutex_unlock(&lock);
}

static void *first(void *arg) {
    (void)arg;
    cells[0] = 1;
    meet();
    seen[0] = cells[1];
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    cells[1] = 2;
    meet();
    seen[1] = cells[0];
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
