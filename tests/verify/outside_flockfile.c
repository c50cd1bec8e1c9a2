// VERIFY proved
// VERIFY deadlocks: bug
// Who prints waits for who has locked the stream.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *writer(void *arg)
{
    flockfile(stdout);
    pthread_mutex_lock(&lock);
    fputs_unlocked("a", stdout);
    pthread_mutex_unlock(&lock);
    funlockfile(stdout);
    return arg;
}
static void *reader(void *arg)
{
    pthread_mutex_lock(&lock);
    printf("b");
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
