// CONSTRUCT: main returns while a thread still uses a variable of main
#include <pthread.h>

static int seen;

static void *worker(void *arg) {
    seen = *(int *)arg; // MEMORY! dangling
    return NULL;
}

int main(void) {
    pthread_t thread;
    int value = 3;
    pthread_create(&thread, NULL, worker, &value);
    return 0;
}
