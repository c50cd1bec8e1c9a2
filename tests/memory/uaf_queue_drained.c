// CONSTRUCT: the worker says that the queue is empty as the last thing that it does with it
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct queue {
    int jobs[2], taken, done;
};

static struct queue *queue;
static sem_t drained;
static int result;

static void *worker(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++)
        result += queue->jobs[i];
    queue->done = 1; // SAFE
    sem_post(&drained);
    result *= 2;
    return NULL;
}

int main(void) {
    pthread_t t1;
    sem_init(&drained, 0, 0);
    queue = calloc(1, sizeof *queue);
    queue->jobs[0] = 3;
    queue->jobs[1] = 4;
    pthread_create(&t1, NULL, worker, NULL);
    sem_wait(&drained);
    free(queue); // before the worker is joined
    pthread_join(t1, NULL);
    return 0;
}
