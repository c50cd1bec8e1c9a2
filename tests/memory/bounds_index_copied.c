// CONSTRUCT: an index is read once, compared with the size, and used
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 4

static int cells[SIZE];
static atomic_int at = 3;

static void *writer(void *arg) {
    (void)arg;
    int mine = atomic_load(&at);
    if (mine >= 0 && mine < SIZE)
        cells[mine] = 1; // SAFE
    return NULL;
}

static void *stepper(void *arg) {
    (void)arg;
    atomic_fetch_add(&at, 1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, stepper, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
