// CONSTRUCT: the address of main's own is given to a thread
#include <pthread.h>

static __thread int counter;

static void *worker(void *arg) {
    int *lent = arg;
    ++*lent; // RACE!
    counter++; // NORACE
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, &counter);
    counter++; // RACE!
    pthread_join(thread, NULL);
    return 0;
}
