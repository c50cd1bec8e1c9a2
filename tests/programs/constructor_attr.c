// CONSTRUCT: constructor and destructor functions, one of which runs a thread before main
// EXIT: 0
// OUTPUT: ready 11\nbye 11\n
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int value;
static pthread_mutex_t lock;

static void *early(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    value += 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

__attribute__((constructor)) static void set_up(void) {
    pthread_t t;
    value = 10;
    pthread_mutex_init(&lock, NULL);
    pthread_create(&t, NULL, early, NULL);
    pthread_join(t, NULL);
}

__attribute__((destructor)) static void tear_down(void) {
    printf("bye %d\n", value);
}

static void *late(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    assert(value == 11);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, late, NULL);
    pthread_join(t, NULL);
    printf("ready %d\n", value);
    return 0;
}
