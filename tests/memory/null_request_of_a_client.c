// CONSTRUCT: a request lies on the stack of the client, which goes on when it is served; the server counts in it later
#include <pthread.h>
#include <stdlib.h>

struct request {
    int served, result, rounds;
};

static struct request *queue;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER, answered = PTHREAD_COND_INITIALIZER;

static void *server(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (queue == NULL)
        pthread_cond_wait(&asked, &lock);
    struct request *mine = queue;
    mine->result = 5;
    mine->served = 1;
    pthread_cond_signal(&answered);
    pthread_mutex_unlock(&lock);
    mine->rounds = 1; // MEMORY! dangling
    return NULL;
}

static int ask(void) {
    struct request request = {0, 0, 0};
    pthread_mutex_lock(&lock);
    queue = &request;
    pthread_cond_signal(&asked);
    while (!request.served)
        pthread_cond_wait(&answered, &lock);
    pthread_mutex_unlock(&lock);
    return request.result;
}

int main(void) {
    pthread_t t1;
    pthread_create(&t1, NULL, server, NULL);
    int result = ask();
    pthread_join(t1, NULL);
    return result == 5 ? 0 : 1;
}
