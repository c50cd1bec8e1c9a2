// CONSTRUCT: an SV-COMP atomic region against an access outside of any
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x, seen;

static void *worker(void *arg) {
    (void)arg;
    __VERIFIER_atomic_begin();
    x++; // RACE!
    __VERIFIER_atomic_end();
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    seen = x; // RACE!
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
