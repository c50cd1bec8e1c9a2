// CONSTRUCT: neighbouring bit-fields are one memory location
#include <pthread.h>

static struct {
    unsigned open : 1;
    unsigned dirty : 1;
} file;

static void *opener(void *arg) {
    (void)arg;
    file.open = 1; // RACE!
    return NULL;
}

static void *writer(void *arg) {
    (void)arg;
    file.dirty = 1; // RACE!
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, opener, NULL);
    pthread_create(&t2, NULL, writer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
