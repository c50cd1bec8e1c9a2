// CONSTRUCT: a local variable of main, updated by main and by a thread that has its address
#include <pthread.h>

static void *worker(void *arg) {
    int *total = arg;
    *total += 5; // RACE!
    return NULL;
}

int main(void) {
    int total = 0;
    pthread_t thread;
    pthread_create(&thread, NULL, worker, &total);
    total += 3; // RACE!
    pthread_join(thread, NULL);
    return total == 8 ? 0 : 1; // NORACE
}
