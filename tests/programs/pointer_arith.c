// CONSTRUCT: pointer arithmetic, differences, comparisons, negative offsets, pointer to pointer
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static int cells[8];
static int *cursor = cells;
static int **handle = &cursor;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *fill(void *arg) {
    int mark = (int)(long)arg;
    for (int i = 0; i < 4; i++) {
        pthread_mutex_lock(&lock);
        *(*handle)++ = mark;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, fill, (void *)1L);
    pthread_create(&t2, NULL, fill, (void *)2L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    ptrdiff_t used = cursor - cells;
    assert(used == 8 && cursor > cells);
    int sum = 0;
    for (int *p = cursor - 1; p >= cells && sum < 100; p -= 2) {
        sum += p[0] + p[-1];
        if (p == cells + 1)
            break;
    }
    assert(sum == 12);
    assert((uintptr_t)cursor - (uintptr_t)cells == 8 * sizeof(int));
    assert((char *)&cells[3] - (char *)cells == 12 && 3 [cells] == cells[3]);
    return 0;
}
