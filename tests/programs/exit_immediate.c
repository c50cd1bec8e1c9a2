// CONSTRUCT: _exit() skips the atexit handlers
// EXIT: 9
// OUTPUT:
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int code;

static void handler(void) { puts("must not run"); }

static void *set(void *arg) {
    (void)arg;
    code = 9;
    return NULL;
}

int main(void) {
    pthread_t t;
    atexit(handler);
    pthread_create(&t, NULL, set, NULL);
    pthread_join(t, NULL);
    _exit(code);
}
