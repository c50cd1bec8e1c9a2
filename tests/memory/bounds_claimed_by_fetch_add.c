// CONSTRUCT: every thread claims its places by an atomic addition, and there are as many as all of them claim
#include <pthread.h>
#include <stdatomic.h>

static int places[4];
static atomic_int next;

static void *claimer(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        int mine = atomic_fetch_add(&next, 1);
        places[mine] = 1; // SAFE
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, claimer, NULL);
    pthread_create(&t2, NULL, claimer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
