// CONSTRUCT: a thread lends a thread-local variable and ends, and the variable with it: not covered, it has no end
#include <pthread.h>
#include <semaphore.h>

static _Thread_local int own;
static int *lent, seen;
static sem_t offered, returned;

static void *lender(void *arg) {
    (void)arg;
    own = 7;
    lent = &own;
    sem_post(&offered);
    sem_wait(&returned);
    return NULL;
}

static void *borrower(void *arg) {
    (void)arg;
    sem_wait(&offered);
    seen = *lent;
    sem_post(&returned);
    seen += *lent; // not covered: of what is gone with a thread only its stack is known
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&offered, 0, 0);
    sem_init(&returned, 0, 0);
    pthread_create(&t1, NULL, lender, NULL);
    pthread_create(&t2, NULL, borrower, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
