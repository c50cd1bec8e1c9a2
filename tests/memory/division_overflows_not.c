// CONSTRUCT: the least integer divided by the sign of an axis in a wider type, which is 1 or -1 and never 0
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static int position = INT_MIN;
static long long mirrored;
static atomic_int sign = 1;

static void *project(void *arg) {
    (void)arg;
    mirrored = (long long)position / atomic_load(&sign); // SAFE
    return NULL;
}

static void *flip(void *arg) {
    (void)arg;
    atomic_store(&sign, -atomic_load(&sign));
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
