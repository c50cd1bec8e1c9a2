// VERIFY proved
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void *reader(void *arg) { assert(optind == 2); return arg; }
int main(void)
{
    pthread_t a, b;
    char *words[] = {"p", "-a", "b", NULL};
    getopt(3, words, "a");
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
