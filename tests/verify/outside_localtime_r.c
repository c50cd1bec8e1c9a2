// VERIFY proved
// A result for each.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static void *writer(void *arg) { time_t at = 86400; struct tm broken; gmtime_r(&at, &broken); return arg; }
static void *reader(void *arg)
{
    time_t at = 0;
    struct tm broken;
    gmtime_r(&at, &broken);
    assert(broken.tm_mday == 1);
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
