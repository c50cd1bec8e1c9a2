// CONSTRUCT: main returns without joining: what its threads share races until then
#include <pthread.h>

static int counter;

static void *worker(void *arg) {
    (void)arg;
    counter++; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    return 0;
}
