// CONSTRUCT: sem_open, within one process
// EXIT: 0
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static sem_t *turn;
static int value;

static void *gives(void *arg) {
    value = 42;
    sem_post(turn);
    return arg;
}

int main(void) {
    char name[64];
    int count;
    pthread_t thread;
    snprintf(name, sizeof name, "/raddle-test-%ld", (long)getpid());
    turn = sem_open(name, O_CREAT | O_EXCL, 0600, 0);
    assert(turn != SEM_FAILED);
    sem_unlink(name);
    pthread_create(&thread, NULL, gives, NULL);
    sem_wait(turn);
    assert(value == 42);
    pthread_join(thread, NULL);
    assert(sem_getvalue(turn, &count) == 0 && count == 0);
    sem_close(turn);
    return 0;
}
