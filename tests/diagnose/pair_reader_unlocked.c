// DIAGNOSE concurrency
// CONSTRUCT: the writer has a lock, the reader has not
// CAUSE: set_x -> get_x, get_y -> set_y
// CAUSE: get_x -> set_x, set_y -> get_y
// REPAIR: mutex
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *writer(void *arg) {
    pthread_mutex_lock(&lock);
    x = 1; // AT set_x
    y = 1; // AT set_y
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *reader(void *arg) {
    int first = x; // AT get_x
    int second = y; // AT get_y
    assert(first == second); // FAILS
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, writer, NULL);
    pthread_create(&second, NULL, reader, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
