// CONSTRUCT: both threads count their items, and divide by the number of all before they have met
#include <pthread.h>
#include <stdatomic.h>

static atomic_int items;
static pthread_barrier_t counted;
static int share[2];

static void *counting(void *arg) {
    int *mine = arg;
    atomic_fetch_add(&items, 2);
    pthread_barrier_wait(&counted);
    *mine = 100 / atomic_load(&items); // SAFE
    return NULL;
}

static void *hasty(void *arg) {
    int *mine = arg;
    *mine = 100 / atomic_load(&items); // MEMORY! division
    pthread_barrier_wait(&counted);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_barrier_init(&counted, NULL, 2);
    pthread_create(&t1, NULL, counting, &share[0]);
    pthread_create(&t2, NULL, hasty, &share[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
