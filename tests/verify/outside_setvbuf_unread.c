// VERIFY proved
// Nobody looks into the buffer while others print.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static char buffer[256];
static int done;
static void *writer(void *arg) { done = 1; printf("hello"); return arg; }
int main(void)
{
    pthread_t a;
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    pthread_create(&a, NULL, writer, NULL);
    pthread_join(a, NULL);
    assert(done);
    return 0;
}
