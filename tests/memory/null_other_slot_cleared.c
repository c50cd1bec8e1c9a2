// CONSTRUCT: only some slots of a table are visited without a lock, and only others are ever cleared
#include <pthread.h>
#include <stdlib.h>

struct worker {
    int load;
};

static struct worker workers[4];
static struct worker *table[4] = {&workers[0], &workers[1], &workers[2], &workers[3]};
static int load;

static void *balancer(void *arg) {
    (void)arg;
    for (int i = 0; i < 4; i += 2)
        load += table[i]->load; // SAFE even slots stay
    return NULL;
}

static void *retire(void *arg) {
    (void)arg;
    for (int i = 1; i < 4; i += 2)
        table[i] = NULL;
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, balancer, NULL);
    pthread_create(&t2, NULL, retire, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
