// CONSTRUCT: the block copies one half of a structure twice, another thread writes the other half
// ATOMIC: copy
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static struct {
    int in[2], out[2];
} pipe;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int copy(void) {
    int one[2], two[2];
    pthread_mutex_lock(&lock);
    memcpy(one, pipe.in, sizeof one); // ATOMIC
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    memcpy(two, pipe.in, sizeof two);
    pthread_mutex_unlock(&lock);
    return one[0] + two[1];
}

static void *reader(void *arg) {
    printf("%d\n", copy());
    return arg;
}

static void *writer(void *arg) {
    pthread_mutex_lock(&lock);
    memset(pipe.out, 1, sizeof pipe.out);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
