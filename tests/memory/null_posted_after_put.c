// CONSTRUCT: two letters in two boxes, each posted when it lies there; the first token may be of the second letter
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct letter {
    int stamp;
};

static struct letter *boxes[2];
static sem_t letters;
static int stamps;

static void *sender(void *arg) {
    struct letter **box = arg;
    struct letter *letter = malloc(sizeof *letter);
    letter->stamp = 80;
    *box = letter;
    sem_post(&letters);
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    sem_wait(&letters);
    sem_wait(&letters);
    stamps = boxes[0]->stamp + boxes[1]->stamp; // SAFE both are there
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    sem_init(&letters, 0, 0);
    pthread_create(&t1, NULL, sender, &boxes[0]);
    pthread_create(&t2, NULL, sender, &boxes[1]);
    pthread_create(&t3, NULL, receiver, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    return 0;
}
