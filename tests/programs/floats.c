// CONSTRUCT: shared float arithmetic, conversions and comparisons
// EXIT: 0
// OUTPUT: 3.75 3 1\n
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>

static float sum;
static int truncated;
static int ordered;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg) {
    float part = *(float *)arg;
    pthread_mutex_lock(&lock);
    sum = sum + part * 2.0f - part;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    float a = 1.25f, b = 2.5f;
    pthread_create(&t1, NULL, add, &a);
    pthread_create(&t2, NULL, add, &b);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(sum == 3.75f);
    truncated = (int)sum;
    ordered = a < b && sum >= 3.75f && -a > -b && a != b;
    assert((unsigned char)(sum * 10.0f) == 37);
    assert((float)16777217 == 16777216.0f);
    assert(fabsf(-sum) == sum);
    printf("%.2f %d %d\n", sum, truncated, ordered);
    return 0;
}
