// CONSTRUCT: a volatile flag tested once with if (the reader may or may not see the data)
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static volatile int flag;
static volatile int data;
static int seen = -1;

static void *writer(void *arg) {
    (void)arg;
    data = 42;
    flag = 1;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    if (flag)
        seen = data;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(seen == -1 || seen == 42);
    assert(flag == 1 && data == 42);
    return 0;
}
