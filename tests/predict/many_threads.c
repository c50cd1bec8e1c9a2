// CONSTRUCT: four threads add their number under the mutex; one forgets it
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg) {
    int number = (int)(intptr_t)arg;
    if (number < 3) {
        pthread_mutex_lock(&lock);
        sum += number;
        pthread_mutex_unlock(&lock);
    } else {
        sum += number;
    }
    return NULL;
}

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, add, (void *)(intptr_t)(i + 1));
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(sum >= 3); // HOLDS
    assert(sum == 6); // FAILS
    return 0;
}
