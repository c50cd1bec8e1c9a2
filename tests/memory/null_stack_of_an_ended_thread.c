// CONSTRUCT: a thread lends a variable of its own, and ends when the borrower says that it is done; it is not quite
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static int *lent;
static sem_t offered, returned;
static int seen;

static void *lender(void *arg) {
    (void)arg;
    int local = 7;
    lent = &local;
    sem_post(&offered);
    sem_wait(&returned);
    return NULL;
}

static void *borrower(void *arg) {
    (void)arg;
    sem_wait(&offered);
    seen = *lent;
    sem_post(&returned);
    seen += *lent; // MEMORY! dangling
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
