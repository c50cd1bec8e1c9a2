// VERIFY: proved
// CONSTRUCT: a spin lock, initialised and destroyed by main
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t s;
static int v;

static void *add(void *unused) {
    pthread_spin_lock(&s);
    v++;
    pthread_spin_unlock(&s);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, NULL, add, NULL);
    add(NULL);
    pthread_join(a, NULL);
    pthread_spin_destroy(&s);
    assert(v == 2);
    return 0;
}
