// CONSTRUCT: comma operator, nested ternaries, GNU ?: and statement expressions
// EXIT: 0
#include <assert.h>
#include <pthread.h>

#define MAX(a, b) ({ int a_ = (a); int b_ = (b); a_ > b_ ? a_ : b_; })

static int best, updates, zero;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int sign(int x) { return x < 0 ? -1 : x == 0 ? 0 : 1; }

static void *offer(void *arg) {
    const int *values = arg;
    for (int i = 0, stop = 3; i < stop; i++)
        pthread_mutex_lock(&lock),
            best = MAX(best, values[i]),
            updates += sign(values[i]),
            pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    int a[] = {3, -8, 5}, b[] = {0, 9, 1};
    pthread_create(&t1, NULL, offer, a);
    pthread_create(&t2, NULL, offer, b);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(best == 9 && updates == 3);
    assert((zero ?: best) == 9 && (best ? updates : zero) == 3);
    return 0;
}
