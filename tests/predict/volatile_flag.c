// CONSTRUCT: a volatile flag that is set too early
#include <assert.h>
#include <pthread.h>

static volatile int flag, data;

static void *writer(void *arg) {
    (void)arg;
    flag = 1;
    data = 1;
    flag = 2;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    if (flag) {
        assert(data == 1); // FAILS
    }
    if (flag == 2) {
        assert(data == 1); // HOLDS
    }
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
