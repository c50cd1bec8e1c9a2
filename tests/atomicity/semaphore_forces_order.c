// CONSTRUCT: a semaphore lets the other thread write before or behind the block, by turns
#include <pthread.h>
#include <raddle.h>
#include <semaphore.h>
#include <stdio.h>

static int frame;
static sem_t empty, full;

static void *camera(void *arg) {
    for (int i = 1; i <= 2; i++) {
        sem_wait(&empty);
        frame = i;
        sem_post(&full);
    }
    return arg;
}

static void *screen(void *arg) {
    for (int i = 1; i <= 2; i++) {
        sem_wait(&full);
        RADDLE_ATOMIC_BEGIN();
        int upper = frame; // ATOMIC
        int lower = frame;
        RADDLE_ATOMIC_END();
        sem_post(&empty);
        printf("%d %d\n", upper, lower);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&empty, 0, 1);
    sem_init(&full, 0, 0);
    pthread_create(&a, NULL, camera, NULL);
    pthread_create(&b, NULL, screen, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
