// CONSTRUCT: the least integer divided by the sign of an axis: by -1 the result has no place
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static int position = INT_MIN, mirrored;
static atomic_int sign = 1;

static void *project(void *arg) {
    (void)arg;
    mirrored = position / atomic_load(&sign); // MEMORY! division
    return NULL;
}

static void *flip(void *arg) {
    (void)arg;
    atomic_store(&sign, -1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, project, NULL);
    pthread_create(&t2, NULL, flip, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
