// CONSTRUCT: the owner waits until the last user has left, by a condition variable, and frees the room
#include <pthread.h>
#include <stdlib.h>

static struct room {
    int chairs;
} *room;
static int users = 2, seen[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t empty = PTHREAD_COND_INITIALIZER;

static void *owner(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (users > 0)
        pthread_cond_wait(&empty, &lock);
    pthread_mutex_unlock(&lock);
    free(room);
    return NULL;
}

static void *user(void *arg) {
    int *mine = arg;
    *mine = room->chairs; // SAFE
    pthread_mutex_lock(&lock);
    if (--users == 0)
        pthread_cond_signal(&empty);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    room = calloc(1, sizeof *room);
    pthread_create(&t1, NULL, owner, NULL);
    pthread_create(&t2, NULL, user, &seen[0]);
    pthread_create(&t3, NULL, user, &seen[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
