// CONSTRUCT: alloca in a loop and in a thread, the memory shared while the frame lives
// EXIT: 0
#include <alloca.h>
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add(void *arg) {
    int *cell = arg;
    char *scratch = alloca(16);
    memset(scratch, 2, 16);
    pthread_mutex_lock(&lock);
    *cell += scratch[15];
    total += *cell;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t[3];
    int *cells[3];
    for (int i = 0; i < 3; i++) {
        cells[i] = alloca(sizeof(int));
        *cells[i] = i;
        pthread_create(&t[i], NULL, add, cells[i]);
    }
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(*cells[0] == 2 && *cells[1] == 3 && *cells[2] == 4);
    assert(total == 9);
    return 0;
}
