// VERIFY proved
// It is set before there are other threads.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int ready;
static void *reader(void *arg) { assert(environ && ready); return arg; }
int main(void)
{
    pthread_t a, b;
    setenv("RADDLE_TEST", "1", 1);
    ready = 1;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
