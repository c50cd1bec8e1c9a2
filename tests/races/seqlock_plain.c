// CONSTRUCT: a sequence lock whose data is read plainly: thrown away when torn, but a race
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static int x, y, seen;

static void *writer(void *arg) {
    (void)arg;
    atomic_fetch_add(&sequence, 1);
    x = 1; // RACE!
    y = 2; // RACE!
    atomic_fetch_add(&sequence, 1);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    unsigned before = atomic_load(&sequence);
    int sum = x; // RACE!
    sum += y; // RACE!
    if (before % 2 == 0 && atomic_load(&sequence) == before)
        seen = sum;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
