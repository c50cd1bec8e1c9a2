// CONSTRUCT: thread-specific data: keys, set and get, destructors at thread exit
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key, plain;
static int destroyed, sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void destroy(void *value) {
    pthread_mutex_lock(&lock);
    destroyed++;
    sum += *(int *)value;
    pthread_mutex_unlock(&lock);
    free(value);
}

static void *work(void *arg) {
    int *mine = malloc(sizeof *mine);
    assert(mine != NULL && pthread_getspecific(key) == NULL);
    *mine = (int)(long)arg;
    pthread_setspecific(key, mine);
    pthread_setspecific(plain, arg);
    (*(int *)pthread_getspecific(key))++;
    assert(pthread_getspecific(plain) == arg);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_key_create(&key, destroy);
    pthread_key_create(&plain, NULL);
    pthread_create(&t1, NULL, work, (void *)10L);
    pthread_create(&t2, NULL, work, (void *)20L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(destroyed == 2 && sum == 32 && pthread_getspecific(key) == NULL);
    pthread_key_delete(key);
    pthread_key_delete(plain);
    return 0;
}
