// CONSTRUCT: function pointers in a structure of operations, objects of two kinds behind one interface
// EXIT: 0
#include <assert.h>
#include <pthread.h>

struct counter;

struct operations {
    void (*add)(struct counter *, int);
    int (*read)(const struct counter *);
};

struct counter {
    const struct operations *ops;
    pthread_mutex_t lock;
    int value;
};

static void add_plain(struct counter *c, int n) { c->value += n; }
static void add_double(struct counter *c, int n) { c->value += 2 * n; }
static int read_value(const struct counter *c) { return c->value; }

static const struct operations plain = {add_plain, read_value};
static const struct operations doubled = {.read = read_value, .add = add_double};
static struct counter counters[2] = {
    {&plain, PTHREAD_MUTEX_INITIALIZER, 0},
    {&doubled, PTHREAD_MUTEX_INITIALIZER, 0},
};

static void *work(void *arg) {
    int n = (int)(long)arg;
    for (int i = 0; i < 2; i++) {
        struct counter *c = &counters[i];
        pthread_mutex_lock(&c->lock);
        c->ops->add(c, n);
        pthread_mutex_unlock(&c->lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, (void *)3L);
    pthread_create(&t2, NULL, work, (void *)4L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(counters[0].ops->read(&counters[0]) == 7);
    assert(counters[1].ops->read(&counters[1]) == 14);
    return 0;
}
