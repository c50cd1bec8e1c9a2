// CONSTRUCT: four locks, four threads, a circle
#include <pthread.h>

static pthread_mutex_t locks[4];

static void both(int outer, int inner) {
    pthread_mutex_lock(&locks[outer]);
    pthread_mutex_lock(&locks[inner]); // DEADLOCK!
    pthread_mutex_unlock(&locks[inner]);
    pthread_mutex_unlock(&locks[outer]);
}

static void *worker(void *arg) {
    int me = *(int *)arg;
    both(me, (me + 1) % 4);
    return NULL;
}

int main(void) {
    pthread_t threads[4];
    int ids[4];
    for (int i = 0; i < 4; i++)
        pthread_mutex_init(&locks[i], NULL);
    for (int i = 0; i < 4; i++) {
        ids[i] = i;
        pthread_create(&threads[i], NULL, worker, &ids[i]);
    }
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
