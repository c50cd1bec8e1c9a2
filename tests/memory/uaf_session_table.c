// CONSTRUCT: a session is looked up under the lock of the table, used outside of it, and closed by another thread
#include <pthread.h>
#include <stdlib.h>

struct session {
    int id, packets;
};

static struct session *table[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct session *find(int id) {
    pthread_mutex_lock(&lock);
    struct session *found = table[id];
    pthread_mutex_unlock(&lock);
    return found;
}

static void *receive(void *arg) {
    (void)arg;
    struct session *mine = find(2);
    if (mine != NULL)
        mine->packets++; // MEMORY! use-after-free
    return NULL;
}

static void *hang_up(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    struct session *gone = table[2];
    table[2] = NULL;
    free(gone);
    pthread_mutex_unlock(&lock);
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
