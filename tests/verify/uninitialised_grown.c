// VERIFY proved
// CONSTRUCT: an array grows by realloc, and only what was written is looked at
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *numbers;
static int count, room;

static void *worker(void *arg) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        if (count == room) {
            room = 2 * room + 1;
            numbers = realloc(numbers, room * sizeof *numbers);
        }
        numbers[count++] = i;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += numbers[i];
    assert(sum == 2);
    free(numbers);
    return 0;
}
