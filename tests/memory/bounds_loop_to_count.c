// CONSTRUCT: a loop up to a count that another thread raises: on the path of the run it does not get beyond the end
#include <pthread.h>
#include <stdatomic.h>

static int cells[4] = {1, 1, 1, 1}, sum;
static atomic_int count = 3;

static void *summer(void *arg) {
    (void)arg;
    for (int i = 0; i < atomic_load(&count); i++)
        sum += cells[i]; // SAFE with three rounds; not covered: more of them
    return NULL;
}

static void *grower(void *arg) {
    (void)arg;
    atomic_store(&count, 6);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, summer, NULL);
    pthread_create(&t2, NULL, grower, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
