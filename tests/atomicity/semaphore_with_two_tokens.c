// CONSTRUCT: the same with a token too many: the second frame comes while the first one is shown
#include <pthread.h>
#include <raddle.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int frame;
static sem_t empty, full;

static void *camera(void *arg) {
    for (int i = 1; i <= 2; i++) {
        sem_wait(&empty);
        atomic_store(&frame, i); // TORN!
        sem_post(&full);
    }
    return arg;
}

static void *screen(void *arg) {
    sem_wait(&full);
    RADDLE_ATOMIC_BEGIN();
    int upper = atomic_load(&frame); // TORN!
    int lower = atomic_load(&frame); // TORN!
    RADDLE_ATOMIC_END();
    printf("%d %d\n", upper, lower);
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&empty, 0, 2);
    sem_init(&full, 0, 0);
    pthread_create(&a, NULL, camera, NULL);
    pthread_create(&b, NULL, screen, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
