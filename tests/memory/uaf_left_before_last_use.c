// CONSTRUCT: the owner waits until all users have left; one of them looks back when it has
#include <pthread.h>
#include <stdlib.h>

static struct room {
    int chairs, lights;
} *room;
static int users = 1, seen;
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
    (void)arg;
    seen = room->chairs;
    pthread_mutex_lock(&lock);
    users--;
    pthread_cond_signal(&empty);
    pthread_mutex_unlock(&lock);
    room->lights = 0; // MEMORY! use-after-free
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    room = calloc(1, sizeof *room);
    pthread_create(&t1, NULL, owner, NULL);
    pthread_create(&t2, NULL, user, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
