// CONSTRUCT: a pointer checked, then used, while another thread clears it: crashes in some schedules
// EXIT: 0 or signal SEGV
#include <pthread.h>
#include <stddef.h>

static int cell = 3;
static int *volatile shared = &cell;
static int seen;

static void *user(void *arg) {
    (void)arg;
    if (shared != NULL)
        seen = *shared;
    return NULL;
}

static void *clearer(void *arg) {
    (void)arg;
    shared = NULL;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, user, NULL);
    pthread_create(&t2, NULL, clearer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return seen != 0 && seen != 3;
}
