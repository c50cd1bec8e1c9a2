// VERIFY bug
// What setenv() does to the array behind environ no event tells, so runs cannot be put together; but one of them fails.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *writer(void *arg) { setenv("RADDLE_TEST", "1", 1); return arg; }
static void *reader(void *arg)
{
    int found = 0;
    for (char **entry = environ; *entry; entry++)
        found += strncmp(*entry, "RADDLE_TEST=", 12) == 0;
    assert(found == 1); // FAILS
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
