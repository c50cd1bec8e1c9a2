// CONSTRUCT: the observers are copied under the lock and told outside of it, where one may have left and be freed
#include <pthread.h>
#include <stdlib.h>

struct observer {
    int told;
};

static struct observer *observers[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *notify(void *arg) {
    struct observer *copy[2];
    (void)arg;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 2; i++)
        copy[i] = observers[i];
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        if (copy[i] != NULL)
            copy[i]->told = 1; // MEMORY! use-after-free
    return NULL;
}

static void *unsubscribe(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    struct observer *gone = observers[1];
    observers[1] = NULL;
    pthread_mutex_unlock(&lock);
    free(gone);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    observers[0] = calloc(1, sizeof *observers[0]);
    observers[1] = calloc(1, sizeof *observers[1]);
    pthread_create(&t1, NULL, notify, NULL);
    pthread_create(&t2, NULL, unsubscribe, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
