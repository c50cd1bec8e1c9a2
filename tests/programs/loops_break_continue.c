// CONSTRUCT: for, while and do loops with break and continue, nested, on shared data
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static int grid[3][4];
static int zeros, total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *fill(void *arg) {
    int mark = (int)(long)arg;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            if ((i + j) % 2 != mark)
                continue;
            if (j == 3)
                break;
            pthread_mutex_lock(&lock);
            grid[i][j] = mark + 1;
            pthread_mutex_unlock(&lock);
        }
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, fill, (void *)0L);
    pthread_create(&t2, NULL, fill, (void *)1L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    int i = 0;
    do {
        int j = 0;
        while (1) {
            if (grid[i][j] == 0)
                zeros++;
            total += grid[i][j];
            if (++j == 4)
                break;
        }
    } while (++i < 3);
    assert(zeros == 3 && total == 5 * 1 + 4 * 2);
    return 0;
}
