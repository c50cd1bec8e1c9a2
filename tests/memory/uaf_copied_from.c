// CONSTRUCT: memcpy out of a frame that the camera may have given back
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *frame, picture[16];
static sem_t taken;

static void *viewer(void *arg) {
    (void)arg;
    unsigned char *mine = frame;
    sem_post(&taken);
    memcpy(picture, mine, sizeof picture); // MEMORY! use-after-free
    return NULL;
}

static void *camera(void *arg) {
    (void)arg;
    sem_wait(&taken);
    free(frame);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    sem_init(&taken, 0, 0);
    frame = calloc(16, 1);
    pthread_create(&t1, NULL, viewer, NULL);
    pthread_create(&t2, NULL, camera, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
