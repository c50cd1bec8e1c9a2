// CONSTRUCT: an observer that left is freed only when all have met at the end of the round
#include <pthread.h>
#include <stdlib.h>

struct observer {
    int told;
};

static struct observer *observers[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t round_over;

static void *notify(void *arg) {
    struct observer *copy[2];
    (void)arg;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 2; i++)
        copy[i] = observers[i];
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        if (copy[i] != NULL)
            copy[i]->told = 1; // SAFE
    pthread_barrier_wait(&round_over);
    return NULL;
}

static void *unsubscribe(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    struct observer *gone = observers[1];
    observers[1] = NULL;
    pthread_mutex_unlock(&lock);
    pthread_barrier_wait(&round_over);
    free(gone);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_barrier_init(&round_over, NULL, 2);
    observers[0] = calloc(1, sizeof *observers[0]);
    observers[1] = calloc(1, sizeof *observers[1]);
    pthread_create(&t1, NULL, notify, NULL);
    pthread_create(&t2, NULL, unsubscribe, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
