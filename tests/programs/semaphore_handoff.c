// CONSTRUCT: semaphores hand a value from one thread to another and back
// EXIT: 0
// OUTPUT: 6\n
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t full, empty;
static int slot, sum;

static void *sender(void *arg) {
    (void)arg;
    for (int i = 1; i <= 3; i++) {
        sem_wait(&empty);
        slot = i;
        sem_post(&full);
    }
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    for (int i = 1; i <= 3; i++) {
        sem_wait(&full);
        assert(slot == i);
        sum += slot;
        sem_post(&empty);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&full, 0, 0);
    sem_init(&empty, 0, 1);
    pthread_create(&t1, NULL, receiver, NULL);
    pthread_create(&t2, NULL, sender, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    printf("%d\n", sum);
    sem_destroy(&full);
    sem_destroy(&empty);
    return 0;
}
