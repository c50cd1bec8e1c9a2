// CONSTRUCT: shifts, signed and unsigned division and remainder of shared values
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static int value = -7;
static unsigned uvalue = 0x80000001u;
static int results[8];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *divide(void *arg) {
    int by = *(int *)arg;
    pthread_mutex_lock(&lock);
    results[0] = value / by;
    results[1] = value % by;
    results[2] = (int)(uvalue / (unsigned)by);
    results[3] = (int)(uvalue % (unsigned)by);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *shift(void *arg) {
    int by = *(int *)arg;
    pthread_mutex_lock(&lock);
    results[4] = value >> by;
    results[5] = (int)(uvalue >> by);
    results[6] = (int)(uvalue << by);
    results[7] = (int)(~uvalue ^ (uvalue & 0xff) ^ (1u | (unsigned)by));
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    int three = 3, one = 1;
    pthread_create(&t1, NULL, divide, &three);
    pthread_create(&t2, NULL, shift, &one);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(results[0] == -2 && results[1] == -1);
    assert(results[2] == 0x2aaaaaab && results[3] == 0);
    assert(results[4] == -4 && results[5] == 0x40000000);
    assert(results[6] == 2 && results[7] == 0x7ffffffe);
    return 0;
}
