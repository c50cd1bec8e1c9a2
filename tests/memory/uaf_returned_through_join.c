// CONSTRUCT: a thread returns what it allocated, and who joins it uses and frees that
#include <pthread.h>
#include <stdlib.h>

struct result {
    int value;
};

static void *compute(void *arg) {
    struct result *mine = malloc(sizeof *mine);
    mine->value = *(int *)arg * 2;
    return mine;
}

int main(void) {
    static int inputs[] = {3, 4};
    pthread_t threads[2];
    int sum = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, compute, &inputs[i]);
    for (int i = 0; i < 2; i++) {
        void *found;
        pthread_join(threads[i], &found);
        struct result *result = found;
        sum += result->value; // SAFE
        free(result);         // SAFE
    }
    return sum == 14 ? 0 : 1;
}
