// VERIFY bug
// One place for all threads.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *writer(void *arg) { char text[] = "1 2"; strtok(text, " "); strtok(NULL, " "); return arg; }
static void *reader(void *arg)
{
    char text[] = "3 4";
    strtok(text, " ");
    char *next = strtok(NULL, " ");
    assert(next && *next == '4'); // FAILS
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
