// VERIFY bug
// What goes to the stream comes back as memory.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void set(int to) { pthread_mutex_lock(&lock); shared = to; pthread_mutex_unlock(&lock); }
static int get(void) { pthread_mutex_lock(&lock); int seen = shared; pthread_mutex_unlock(&lock); return seen; }
static void *writer(void *arg) { set(1); set(2); return arg; }
static void *reader(void *arg)
{
    char *text;
    size_t length;
    FILE *stream = open_memstream(&text, &length);
    fprintf(stream, "%d", get());
    fclose(stream);
    assert(text[0] != '1'); // FAILS
    free(text);
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
