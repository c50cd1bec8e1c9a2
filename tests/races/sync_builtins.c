// CONSTRUCT: __sync builtins against each other and against a plain read
#include <pthread.h>

static int counter, shown, seen;

static void *worker(void *arg) {
    (void)arg;
    __sync_fetch_and_add(&counter, 1); // RACE!
    __sync_fetch_and_add(&shown, 1);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    seen = counter; // RACE!
    seen += __sync_val_compare_and_swap(&shown, 0, 0);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
