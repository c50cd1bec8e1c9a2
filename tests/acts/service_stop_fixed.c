// CHECK proved
// CONSTRUCT: stopping a service: two stoppers wait for the one answer
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>

static struct {
    pthread_mutex_t lock;
    bool running;
    sem_t stopped;
} service = {.lock = PTHREAD_MUTEX_INITIALIZER, .running = true};

static void *admin(void *arg) {
    pthread_mutex_lock(&service.lock);
    bool mine = service.running;
    service.running = false;
    pthread_mutex_unlock(&service.lock);
    if (mine)
        sem_wait(&service.stopped);
    return arg;
}

int main(void) {
    pthread_t one, two;
    sem_init(&service.stopped, 0, 0);
    pthread_create(&one, NULL, admin, NULL);
    pthread_create(&two, NULL, admin, NULL);
    sem_post(&service.stopped);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
