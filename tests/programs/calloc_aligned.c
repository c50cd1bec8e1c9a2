// CONSTRUCT: calloc, aligned_alloc, posix_memalign: zeroed and aligned heap blocks
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static long *zeroed;
static int *aligned;
static void *paged;

static void *first(void *arg) {
    (void)arg;
    zeroed[0] += 1;
    aligned[0] = 10;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    zeroed[7] += 2;
    aligned[15] = 20;
    ((char *)paged)[255] = 'p';
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    long sum = 0;
    zeroed = calloc(8, sizeof *zeroed);
    aligned = aligned_alloc(64, 64);
    int rc = posix_memalign(&paged, 256, 256);
    assert(zeroed && aligned && rc == 0);
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    for (int i = 0; i < 8; i++)
        sum += zeroed[i];
    assert(sum == 3 && aligned[0] + aligned[15] == 30);
    assert((uintptr_t)aligned % 64 == 0 && (uintptr_t)paged % 256 == 0);
    free(zeroed);
    free(aligned);
    free(paged);
    return 0;
}
