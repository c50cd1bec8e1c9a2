// VERIFY proved
// VERIFY deadlocks: proved
// VERIFY races: proved
// The stream's lock comes first for both, and keeps them apart.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int count;
static void *writer(void *arg)
{
    flockfile(stdout);
    flockfile(stdout);
    count += 2;
    funlockfile(stdout);
    count -= 1;
    funlockfile(stdout);
    return arg;
}
static void *reader(void *arg)
{
    flockfile(stdout);
    assert(count == 0 || count == 1);
    funlockfile(stdout);
    printf("b");
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
