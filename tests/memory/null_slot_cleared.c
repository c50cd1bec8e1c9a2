// CONSTRUCT: every occupied slot of a table is visited, and read once more after it was found occupied
#include <pthread.h>
#include <stdlib.h>

struct worker {
    int load;
};

static struct worker workers[3];
static struct worker *table[3] = {&workers[0], &workers[1], &workers[2]};
static int load;

static void *balancer(void *arg) {
    (void)arg;
    for (int i = 0; i < 3; i++)
        if (table[i] != NULL)
            load += table[i]->load; // MEMORY! null
    return NULL;
}

static void *retire(void *arg) {
    int *which = arg;
    table[*which] = NULL;
    return NULL;
}

int main(void) {
    static int which = 2;
    pthread_t t1, t2;
    pthread_create(&t1, NULL, balancer, NULL);
    pthread_create(&t2, NULL, retire, &which);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
