// CONSTRUCT: || that protects a pointer: what stands behind it is not read early
#include <assert.h>
#include <pthread.h>

static int value = 3;
static int *pointer;

static void *writer(void *arg) {
    (void)arg;
    pointer = &value;
    pointer = NULL;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    int *seen = pointer;
    assert(seen == NULL || *seen == 3); // HOLDS
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
