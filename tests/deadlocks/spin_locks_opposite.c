// CONSTRUCT: two spin locks in opposite order
#include <pthread.h>

static pthread_spinlock_t a, b;

static void *one(void *arg) {
    (void)arg;
    pthread_spin_lock(&a);
    pthread_spin_lock(&b); // DEADLOCK!
    pthread_spin_unlock(&b);
    pthread_spin_unlock(&a);
    return NULL;
}

static void *two(void *arg) {
    (void)arg;
    pthread_spin_lock(&b);
    pthread_spin_lock(&a); // DEADLOCK!
    pthread_spin_unlock(&a);
    pthread_spin_unlock(&b);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_spin_init(&a, 0);
    pthread_spin_init(&b, 0);
    pthread_create(&t1, NULL, one, NULL);
    pthread_create(&t2, NULL, two, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
