/* A program with functions of its own that libc, and the runtime, have too. */
#include <pthread.h>
#include <stdio.h>

static int calls;

int wait(int value)
{
    calls++;
    return value + 1;
}

long random(void)
{
    return 4; /* chosen by fair dice roll */
}

static void *use(void *unused)
{
    wait(1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, use, NULL);
    pthread_join(thread, NULL);
    int waited = wait(1);
    printf("%d %d %ld\n", waited, calls, random());
    return 0;
}
