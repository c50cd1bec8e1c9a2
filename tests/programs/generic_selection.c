// CONSTRUCT: _Generic, typeof, _Static_assert, anonymous members, inline functions
// EXIT: 0
#include <assert.h>
#include <pthread.h>

#define KIND(x) _Generic((x), int: 1, long: 2, double: 3, char *: 4, default: 0)

struct shape {
    int kind;
    union {
        struct {
            int width, height;
        };
        int radius;
    };
};

_Static_assert(sizeof(struct shape) == 12, "layout");

static struct shape shapes[2];
static int area;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static inline int measure(const struct shape *s) {
    return s->kind ? s->width * s->height : s->radius * s->radius;
}

static void *work(void *arg) {
    __typeof__(&shapes[0]) s = arg;
    if (s == &shapes[0])
        s->radius = 4;
    else
        s->kind = 1, s->width = 3, s->height = 5;
    pthread_mutex_lock(&lock);
    area += measure(s);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, &shapes[0]);
    pthread_create(&t2, NULL, work, &shapes[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(area == 31);
    assert(KIND(area) == 1 && KIND(1L) == 2 && KIND(0.5) == 3 && KIND('a') == 1);
    return 0;
}
