// CONSTRUCT: 64-bit values: constants, sign and zero extension, truncation, halves
// EXIT: 0
// OUTPUT: 8589934582\n
#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>

static int64_t wide = INT64_C(0x100000000);
static int32_t narrow = -5;
static uint32_t unsigned_narrow = 0xfffffffbu;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add_signed(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    wide += narrow;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *add_unsigned(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    wide += unsigned_narrow;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, add_signed, NULL);
    pthread_create(&t2, NULL, add_unsigned, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(wide == INT64_C(0x1fffffff6));
    assert((int32_t)wide == -10 && (uint32_t)(wide >> 32) == 1);
    assert((uint64_t)(int64_t)narrow == UINT64_C(0xfffffffffffffffb));
    assert((uint64_t)narrow > (uint64_t)unsigned_narrow);
    printf("%" PRId64 "\n", wide);
    return 0;
}
