// CONSTRUCT: structures of floats, passed and returned in vector registers
// EXIT: 0
#include <assert.h>
#include <pthread.h>

struct point2 {
    float x, y;
};

struct point3 {
    float x, y, z;
};

static struct point2 flat = {1.0f, 2.0f};
static struct point3 solid = {0.5f, 0.25f, 4.0f};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct point2 add2(struct point2 a, struct point2 b) {
    return (struct point2){a.x + b.x, a.y + b.y};
}

static struct point3 scale3(struct point3 p, float by) {
    p.x *= by;
    p.y *= by;
    p.z *= by;
    return p;
}

static void *work(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    flat = add2(flat, (struct point2){0.5f, -1.0f});
    solid = scale3(solid, 2.0f);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(flat.x == 2.0f && flat.y == 0.0f);
    assert(solid.x == 2.0f && solid.y == 1.0f && solid.z == 16.0f);
    return 0;
}
