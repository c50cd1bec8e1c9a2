// CONSTRUCT: structures passed by value, small (registers) and large (byval memory)
// EXIT: 0
#include <assert.h>
#include <pthread.h>

struct small {
    int a, b;
};

struct mixed {
    double d;
    long l;
};

struct large {
    int cell[12];
};

static struct small small = {1, 2};
static struct mixed mixed = {0.5, 3};
static struct large large = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}};
static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int sum(struct small s, struct mixed m, struct large l) {
    int t = s.a + s.b + (int)(m.d * 2) + (int)m.l;
    for (int i = 0; i < 12; i++)
        t += l.cell[i];
    l.cell[0] = -1; /* the callee's own copy */
    s.a = -1;
    return t;
}

static void *work(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    total += sum(small, mixed, large);
    small.a++;
    large.cell[11]++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(large.cell[0] == 1 && large.cell[11] == 14 && small.a == 3);
    assert(total == 85 + 87);
    return 0;
}
