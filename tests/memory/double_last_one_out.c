// CONSTRUCT: three threads hold a buffer, and each frees it if its atomic decrement was the last one
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static struct shared {
    atomic_int users;
    int *cells;
} shared;

static void *user(void *arg) {
    int *at = arg;
    shared.cells[*at] = 1; // SAFE
    if (atomic_fetch_sub(&shared.users, 1) == 1)
        free(shared.cells); // SAFE
    return NULL;
}

int main(void) {
    static int at[] = {0, 1, 2};
    pthread_t threads[3];
    shared.cells = calloc(3, sizeof *shared.cells);
    atomic_store(&shared.users, 3);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, user, &at[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
