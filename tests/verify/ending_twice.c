// VERIFY bug
// CONSTRUCT: two threads end the process: the status is that of the first
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void look(int status, void *unused) {
    (void)unused;
    assert(status == 0); // FAILS
}

static void *quit(void *arg) {
    (void)arg;
    exit(1);
}

int main(void) {
    pthread_t t1;
    on_exit(look, NULL);
    pthread_create(&t1, NULL, quit, NULL);
    return 0;
}
