// CONSTRUCT: main ends by pthread_exit while its threads go on, one of which uses what main wrote too late
#include <pthread.h>

static int early, late, seen;

static void *worker(void *arg) {
    (void)arg;
    seen = early;
    seen += late; // RACE!
    return NULL;
}

int main(void) {
    pthread_t thread;
    early = 1;
    pthread_create(&thread, NULL, worker, NULL);
    late = 2; // RACE!
    pthread_exit(NULL);
}
