// CONSTRUCT: both threads count their items, and divide by the number of all when they have met
#include <pthread.h>

static int items[2], share[2];
static pthread_barrier_t counted;

static void *counting(void *arg) {
    int me = *(int *)arg;
    items[me] = 2 * me;
    pthread_barrier_wait(&counted);
    share[me] = 100 / (items[0] + items[1]); // SAFE
    return NULL;
}

int main(void) {
    static int me[] = {0, 1};
    pthread_t t1, t2;
    pthread_barrier_init(&counted, NULL, 2);
    pthread_create(&t1, NULL, counting, &me[0]);
    pthread_create(&t2, NULL, counting, &me[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
