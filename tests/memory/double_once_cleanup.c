// CONSTRUCT: every thread cleans up when it leaves, but a once object lets only one of them do it
#include <pthread.h>
#include <stdlib.h>

static void *arena;
static pthread_once_t cleaned = PTHREAD_ONCE_INIT;

static void clean_up(void) { free(arena); } // SAFE

static void *worker(void *arg) {
    (void)arg;
    pthread_once(&cleaned, clean_up);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    arena = malloc(64);
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_once(&cleaned, clean_up);
    return 0;
}
