// VERIFY bug
// Standard output is led back into the program.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void set(int to) { pthread_mutex_lock(&lock); shared = to; pthread_mutex_unlock(&lock); }
static int get(void) { pthread_mutex_lock(&lock); int seen = shared; pthread_mutex_unlock(&lock); return seen; }
static void *writer(void *arg) { set(1); set(2); return arg; }
static void *reader(void *arg)
{
    int ends[2];
    char text[16] = "";
    assert(pipe(ends) == 0);
    dup2(ends[1], 1);
    printf("%d", get());
    fflush(stdout);
    assert(read(ends[0], text, 1) == 1);
    assert(text[0] != '1'); // FAILS
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
