// CONSTRUCT: local variables of one thread's frame used by its children
// EXIT: 0
#include <assert.h>
#include <pthread.h>

struct work {
    int *cells;
    pthread_mutex_t *lock;
};

static void *add(void *arg) {
    struct work *w = arg;
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(w->lock);
        w->cells[i] += i + 1;
        pthread_mutex_unlock(w->lock);
    }
    return NULL;
}

static int run(int start) {
    int cells[3] = {start, start, start};
    pthread_mutex_t lock;
    struct work w = {cells, &lock};
    pthread_t t1, t2;
    pthread_mutex_init(&lock, NULL);
    pthread_create(&t1, NULL, add, &w);
    pthread_create(&t2, NULL, add, &w);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_mutex_destroy(&lock);
    return cells[0] + cells[1] + cells[2];
}

int main(void) {
    /* the same frame is used twice, by different threads */
    assert(run(0) == 12);
    assert(run(10) == 42);
    return 0;
}
