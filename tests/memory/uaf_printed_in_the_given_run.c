// CONSTRUCT: a status line is printed while another thread may replace it
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Atomic(char *) status;
static char line[64];

static void *printer(void *arg) {
    (void)arg;
    char *mine = atomic_load(&status);
    snprintf(line, sizeof line, "status: %s", mine); // MEMORY! use-after-free
    return NULL;
}

static void *updater(void *arg) {
    (void)arg;
    free(atomic_exchange(&status, strdup("stopped")));
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    atomic_store(&status, strdup("running"));
    pthread_create(&t1, NULL, printer, NULL);
    pthread_create(&t2, NULL, updater, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
