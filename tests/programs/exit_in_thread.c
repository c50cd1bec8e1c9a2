// CONSTRUCT: exit() called by a thread ends the process, running the atexit handlers
// EXIT: 7
// OUTPUT: handler\n
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

static sem_t never;
static int code = 3;

static void handler(void) { puts("handler"); }

static void *quit(void *arg) {
    (void)arg;
    code += 4;
    exit(code);
}

int main(void) {
    pthread_t t;
    sem_init(&never, 0, 0);
    atexit(handler);
    pthread_create(&t, NULL, quit, NULL);
    sem_wait(&never); /* never posted */
    return 0;
}
