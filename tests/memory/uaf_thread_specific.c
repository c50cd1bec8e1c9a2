// CONSTRUCT: what a thread keeps under a key is freed by its destructor when the thread ends; another one borrowed it
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static pthread_key_t key;
static int *lent, seen;
static sem_t offered, returned;

static void *lender(void *arg) {
    (void)arg;
    int *own = malloc(sizeof *own);
    *own = 7;
    pthread_setspecific(key, own);
    lent = own;
    sem_post(&offered);
    sem_wait(&returned);
    return NULL;
}

static void *borrower(void *arg) {
    (void)arg;
    sem_wait(&offered);
    seen = *lent;
    sem_post(&returned);
    seen += *lent; // MEMORY! use-after-free
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_key_create(&key, free);
    sem_init(&offered, 0, 0);
    sem_init(&returned, 0, 0);
    pthread_create(&t1, NULL, lender, NULL);
    pthread_create(&t2, NULL, borrower, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
