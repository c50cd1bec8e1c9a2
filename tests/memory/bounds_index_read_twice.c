// CONSTRUCT: an index is compared with the size and then used, and read anew for that
#include <pthread.h>

#define SIZE 4

static int cells[SIZE], at = 3;

static void *writer(void *arg) {
    (void)arg;
    if (at < SIZE)
        cells[at] = 1; // MEMORY! out-of-bounds
    return NULL;
}

static void *stepper(void *arg) {
    (void)arg;
    at++;
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
