// CONSTRUCT: a record is copied from behind a pointer that may have been withdrawn
#include <pthread.h>
#include <stddef.h>
#include <string.h>

struct point {
    int x, y, z;
};

static struct point origin, *anchor = &origin;
static struct point copy;

static void *snap(void *arg) {
    (void)arg;
    memcpy(&copy, anchor, sizeof copy); // MEMORY! null
    return NULL;
}

static void *withdraw(void *arg) {
    (void)arg;
    anchor = NULL;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, snap, NULL);
    pthread_create(&t2, NULL, withdraw, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
