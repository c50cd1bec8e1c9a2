// CONSTRUCT: a flag that is set in one step says who frees the snapshot
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_flag claimed = ATOMIC_FLAG_INIT;
static void *snapshot;
static atomic_int late;

static void *finisher(void *arg) {
    (void)arg;
    if (!atomic_flag_test_and_set(&claimed))
        free(snapshot); // SAFE
    else
        atomic_fetch_add(&late, 1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    snapshot = malloc(40);
    pthread_create(&t1, NULL, finisher, NULL);
    pthread_create(&t2, NULL, finisher, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
