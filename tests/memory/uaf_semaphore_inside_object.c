// CONSTRUCT: a request has its own semaphore: who waits for it frees the request, while it may still be posted to
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct request {
    sem_t done;
    int result;
};

static void *server(void *arg) {
    struct request *mine = arg;
    mine->result = 5;
    sem_post(&mine->done);
    sem_post(&mine->done); // MEMORY! use-after-free
    return NULL;
}

int main(void) {
    pthread_t t1;
    struct request *request = calloc(1, sizeof *request);
    sem_init(&request->done, 0, 0);
    pthread_create(&t1, NULL, server, request);
    sem_wait(&request->done);
    free(request);
    pthread_join(t1, NULL);
    return 0;
}
