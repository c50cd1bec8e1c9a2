// CONSTRUCT: the sum over an array with a mutex for each cell
#include <assert.h>
#include <pthread.h>

static int cells[3];
static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void add(int i) {
    pthread_mutex_lock(&locks[i]);
    cells[i] = cells[i] + 1;
    pthread_mutex_unlock(&locks[i]);
}

static void *first(void *arg) {
    (void)arg;
    add(0);
    add(1);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    add(1);
    add(2);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += cells[i];
    assert(sum == 4); // HOLDS
    return 0;
}
