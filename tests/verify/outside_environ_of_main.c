// VERIFY bug seen, else unknown setenv at
// What setenv() does to the array that main is given no event tells, so runs cannot be put together; but one of them fails.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char **given;

static void *writer(void *arg) { setenv("PATH", "/nowhere", 1); return arg; }
static void *reader(void *arg)
{
    int found = 0;
    for (char **entry = given; *entry; entry++)
        found += strcmp(*entry, "PATH=/nowhere") == 0;
    assert(found == 1); // FAILS
    return arg;
}

int main(int argc, char **argv, char **environment)
{
    pthread_t a, b;
    (void)argc;
    (void)argv;
    given = environment;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
