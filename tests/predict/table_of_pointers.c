// CONSTRUCT: pointers that main alone writes, before there are threads; a shared index says which one is followed
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int first, second, third, which;
static int *table[3];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *turn(void *arg)
{
    pthread_mutex_lock(&lock);
    which = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t thread;
    table[0] = &first;
    table[1] = &second;
    table[2] = &third;
    pthread_create(&thread, NULL, turn, NULL);
    pthread_mutex_lock(&lock);
    int seen = which;
    pthread_mutex_unlock(&lock);
    *table[seen] = 1;
    assert(third == 0); // HOLDS
    assert(second == 0); // FAILS
    pthread_join(thread, NULL);
    return 0;
}
