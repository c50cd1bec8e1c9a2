// CONSTRUCT: thread attributes: a larger stack, and a deep frame that needs it
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <string.h>

static int result[2];

static void *deep(void *arg) {
    char big[200000];
    int me = (int)(long)arg;
    memset(big, me + 1, sizeof big);
    result[me] = big[0] + big[sizeof big - 1];
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_attr_t attr;
    size_t size;
    pthread_attr_init(&attr);
    assert(pthread_attr_setstacksize(&attr, 1024 * 1024) == 0);
    assert(pthread_attr_getstacksize(&attr, &size) == 0 && size == 1024 * 1024);
    pthread_create(&t1, &attr, deep, (void *)0L);
    pthread_create(&t2, &attr, deep, (void *)1L);
    pthread_attr_destroy(&attr);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(result[0] == 2 && result[1] == 4);
    return 0;
}
