// VERIFY: proved
// CONSTRUCT: memory of a mutex serves as numbers when nobody needs the mutex any more
#include <assert.h>
#include <pthread.h>

static union { pthread_mutex_t m; long numbers[5]; } place = {PTHREAD_MUTEX_INITIALIZER};
static int v;

static void *add(void *unused) {
    pthread_mutex_lock(&place.m);
    v++;
    pthread_mutex_unlock(&place.m);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, add, NULL);
    add(NULL);
    pthread_join(a, NULL);
    pthread_mutex_destroy(&place.m);
    for (int i = 0; i < 5; i++)
        place.numbers[i] = i + 1;
    assert(v == 2 && place.numbers[4] == 5);
    return 0;
}
