// CONSTRUCT: bits are numbered through an array of words; the number runs past the last word
#include <pthread.h>
#include <stdatomic.h>

static unsigned words[2];
static atomic_uint bit = 62;

static void *mark(void *arg) {
    (void)arg;
    unsigned mine = atomic_load(&bit);
    words[mine / 32] |= 1u << mine % 32; // MEMORY! out-of-bounds
    return NULL;
}

static void *next(void *arg) {
    (void)arg;
    atomic_fetch_add(&bit, 1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, mark, NULL);
    pthread_create(&t2, NULL, next, NULL);
    pthread_create(&t3, NULL, next, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
