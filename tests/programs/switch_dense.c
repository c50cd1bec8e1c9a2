// CONSTRUCT: dense and sparse switch statements with fall-through, on shared values
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static int state;
static int dense_result, sparse_result;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int dense(int x) {
    switch (x) {
    case 0: return 10;
    case 1: return 11;
    case 2:
    case 3: x += 20; /* fall through */
    case 4: x += 1; break;
    case 5: return 15;
    case 6: return 16;
    default: return -1;
    }
    return x;
}

static int sparse(long x) {
    switch (x) {
    case -7: return 1;
    case 100: return 2;
    case 1L << 40: return 3;
    case 200 ... 210: return 4; /* GNU range */
    }
    return 0;
}

static void *step(void *arg) {
    (void)arg;
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        dense_result += dense(state++);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *other(void *arg) {
    (void)arg;
    sparse_result = sparse(-7) + sparse(100) + sparse(1L << 40) + sparse(205) + sparse(5);
    return NULL;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, step, NULL);
    pthread_create(&t2, NULL, step, NULL);
    pthread_create(&t3, NULL, other, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(state == 6);
    assert(dense_result == 10 + 11 + 23 + 24 + 5 + 15);
    assert(sparse_result == 10);
    return 0;
}
