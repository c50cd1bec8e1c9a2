// CONSTRUCT: a thread that finds the lock free drops the index, one that always waits does too: both hold it
#include <pthread.h>
#include <stdlib.h>

static void *index_of_words;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *hurried(void *arg) {
    (void)arg;
    if (pthread_mutex_trylock(&lock) != 0)
        return NULL;
    free(index_of_words); // SAFE
    index_of_words = NULL;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *patient(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    free(index_of_words); // SAFE
    index_of_words = NULL;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    index_of_words = malloc(48);
    pthread_create(&t1, NULL, hurried, NULL);
    pthread_create(&t2, NULL, patient, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
