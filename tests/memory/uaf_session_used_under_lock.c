// CONSTRUCT: a session is looked up and used in one section of the lock under which it is closed
#include <pthread.h>
#include <stdlib.h>

struct session {
    int id, packets;
};

static struct session *table[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int dropped;

static void *receive(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    struct session *mine = table[2];
    if (mine != NULL)
        mine->packets++; // SAFE
    else
        dropped++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *hang_up(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    struct session *gone = table[2];
    table[2] = NULL;
    pthread_mutex_unlock(&lock);
    free(gone);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    table[2] = calloc(1, sizeof *table[2]);
    pthread_create(&t1, NULL, receive, NULL);
    pthread_create(&t2, NULL, hang_up, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
