/* A timed lock of a mutex that is free. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

int main(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct timespec until = {2000000000, 0};
    puts(pthread_mutex_timedlock(&lock, &until) ? "timed out" : "got it");
    return 0;
}
