// CONSTRUCT: the pointer itself is the predicate: who waits goes on only when it is set
#include <pthread.h>
#include <stdlib.h>

static struct result {
    int value;
} answer, *result;
static int seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (result == NULL)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    seen = result->value; // SAFE it is never cleared
    return NULL;
}

static void *solver(void *arg) {
    (void)arg;
    answer.value = 42;
    pthread_mutex_lock(&lock);
    result = &answer;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, waiter, NULL);
    pthread_create(&t2, NULL, solver, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
