// CONSTRUCT: a registry that is made by the first one that needs it, by a once object
#include <pthread.h>
#include <stdlib.h>

static struct registry {
    int entries;
} *registry;
static pthread_once_t made = PTHREAD_ONCE_INIT;
static int seen[2];

static void make(void) { registry = calloc(1, sizeof *registry); }

static void *user(void *arg) {
    int *at = arg;
    pthread_once(&made, make);
    *at = registry->entries; // SAFE
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, user, &seen[0]);
    pthread_create(&t2, NULL, user, &seen[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
