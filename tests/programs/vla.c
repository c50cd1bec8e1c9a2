// CONSTRUCT: variable-length arrays, one and two dimensions, given to a thread
// EXIT: 0
#include <assert.h>
#include <pthread.h>

struct job {
    int n;
    int *cells;
};

static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int matrix_trace(int n) {
    int m[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i][j] = i * n + j;
    int t = 0;
    for (int i = 0; i < n; i++)
        t += m[i][i];
    return t + (int)(sizeof m / sizeof m[0][0]);
}

static void *sum(void *arg) {
    struct job *job = arg;
    int part = matrix_trace(job->n);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < job->n; i++)
        total += job->cells[i]++;
    total += part;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void run(int n) {
    int cells[n];
    pthread_t t1, t2;
    for (int i = 0; i < n; i++)
        cells[i] = i;
    struct job job = {n, cells};
    pthread_create(&t1, NULL, sum, &job);
    pthread_create(&t2, NULL, sum, &job);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(cells[n - 1] == n + 1);
}

int main(void) {
    run(3);
    assert(total == 3 + 6 + 2 * (12 + 9));
    return 0;
}
