// CHECK proved
// CONSTRUCT: a session is found valid, and expired before it is used: a null pointer
#include <pthread.h>
#include <stddef.h>

struct session {
    int user;
    int hits;
};

static struct session only = {1000, 0};
static struct session *active = &only;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct session *session(void) {
    pthread_mutex_lock(&lock);
    struct session *now = active;
    pthread_mutex_unlock(&lock);
    return now;
}

static void *expire(void *arg) {
    pthread_mutex_lock(&lock);
    active = NULL;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *request(void *arg) {
    struct session *mine = session();
    if (mine != NULL)
        mine->hits++;
    return arg;
}

int main(void) {
    pthread_t timer, worker;
    pthread_create(&timer, NULL, expire, NULL);
    pthread_create(&worker, NULL, request, NULL);
    pthread_join(timer, NULL);
    pthread_join(worker, NULL);
    return only.hits <= 1 ? 0 : 1;
}
