// VERIFY bug
// optind belongs to the C library.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void *writer(void *arg) { char *words[] = {"p", "-a", "b", NULL}; getopt(3, words, "a"); return arg; }
static void *reader(void *arg) { assert(optind == 1); return arg; } // FAILS

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
