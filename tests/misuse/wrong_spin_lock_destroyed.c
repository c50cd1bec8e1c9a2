// VERIFY: bug
// CONSTRUCT: a spin lock is destroyed before its user was joined
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static pthread_spinlock_t s;

static void *work(void *unused) {
    pthread_spin_lock(&s);
    pthread_spin_unlock(&s);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_spin_init(&s, 0);
    pthread_create(&a, NULL, work, NULL);
    pthread_spin_destroy(&s); // MISUSE! unordered
    pthread_join(a, NULL);
    return 0;
}
