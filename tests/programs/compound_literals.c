// CONSTRUCT: compound literals as arguments and as objects with an address
// EXIT: 0
#include <assert.h>
#include <pthread.h>

struct job {
    int from, to;
    int *out;
};

static int sums[2];
static int *table = (int[]){1, 2, 3, 4, 5, 6};
static int grand;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int range(const int bounds[2]) { return bounds[1] - bounds[0]; }

static void *sum(void *arg) {
    struct job *job = arg;
    for (int i = job->from; i < job->to; i++)
        *job->out += table[i];
    pthread_mutex_lock(&lock);
    grand += *job->out + range((int[2]){job->from, job->to});
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, sum, &(struct job){0, 2, &sums[0]});
    pthread_create(&t2, NULL, sum, &(struct job){.from = 2, .to = 6, .out = &sums[1]});
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(sums[0] == 3 && sums[1] == 18);
    assert(grand == 21 + 2 + 4);
    return 0;
}
