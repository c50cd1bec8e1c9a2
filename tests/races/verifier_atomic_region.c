// CONSTRUCT: SV-COMP atomic regions exclude each other
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x;

static void *worker(void *arg) {
    (void)arg;
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
