// CONSTRUCT: threads look themselves up in the array of ids that main fills while it creates them
#include <pthread.h>

static pthread_t ids[2];
static int mine[2];

static void *worker(void *arg) {
    int *own = arg;
    *own = pthread_equal(ids[own - mine], pthread_self()) != 0; // NORACE
    return NULL;
}

int main(void) {
    for (int i = 0; i < 2; i++)
        pthread_create(&ids[i], NULL, worker, &mine[i]); // NORACE
    for (int i = 0; i < 2; i++)
        pthread_join(ids[i], NULL);
    return mine[0] + mine[1] - 2;
}
