// VERIFY proved
// CONSTRUCT: calloc gives zeroes, and so does memset; so does a variable without an initialiser that is static
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int *given, *filled;
static struct { int ready, value; } own;

static void *worker(void *arg) {
    assert(given[1] != 7 && filled[2] == 0);
    if (own.ready)
        assert(own.value == 1);
    return arg;
}

int main(void) {
    pthread_t one, two;
    given = calloc(4, sizeof *given);
    filled = malloc(4 * sizeof *filled);
    memset(filled, 0, 4 * sizeof *filled);
    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    free(given);
    free(filled);
    return 0;
}
