// CONSTRUCT: a variable of an inner call is lent to a helper, and the caller calls another function in its place
#include <pthread.h>
#include <semaphore.h>

static int *lent, seen;
static sem_t offered, looked;

static void *helper(void *arg) {
    (void)arg;
    sem_wait(&offered);
    int *mine = lent;
    sem_post(&looked);
    seen = *mine; // MEMORY! dangling
    return NULL;
}

static void lend(void) {
    int value = 4;
    lent = &value;
    sem_post(&offered);
    sem_wait(&looked);
}

static int reuse(int depth) {
    volatile int cells[4] = {depth, depth, depth, depth};
    return cells[depth & 3];
}

int main(void) {
    pthread_t t1;
    sem_init(&offered, 0, 0);
    sem_init(&looked, 0, 0);
    pthread_create(&t1, NULL, helper, NULL);
    lend();
    int used = reuse(2);
    pthread_join(t1, NULL);
    return used - 2;
}
