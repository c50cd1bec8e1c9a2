// VERIFY bug seen, else unknown printf at
// What is printed lies in a buffer of the program's own.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static char buffer[256];
static void *writer(void *arg) { printf("hello"); return arg; }
int main(void)
{
    pthread_t a;
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    pthread_create(&a, NULL, writer, NULL);
    assert(buffer[0] != 'h'); // FAILS
    pthread_join(a, NULL);
    return 0;
}
