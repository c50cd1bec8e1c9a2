// CONSTRUCT: the semaphore says that there is a letter before it lies in the box
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct letter {
    int stamp;
};

static struct letter *box;
static sem_t letters;
static int stamp;

static void *sender(void *arg) {
    (void)arg;
    struct letter *letter = malloc(sizeof *letter);
    letter->stamp = 80;
    sem_post(&letters);
    box = letter;
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    sem_wait(&letters);
    stamp = box->stamp; // MEMORY! null
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&letters, 0, 0);
    pthread_create(&t1, NULL, sender, NULL);
    pthread_create(&t2, NULL, receiver, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
