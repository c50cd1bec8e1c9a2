// CONSTRUCT: objects with a table of functions: one thread destroys through it what another one draws through it
#include <pthread.h>
#include <stdlib.h>

struct shape;
struct methods {
    int (*area)(const struct shape *);
    void (*destroy)(struct shape *);
};
struct shape {
    const struct methods *methods;
    int side;
};

static int square_area(const struct shape *shape) {
    return shape->side * shape->side; // MEMORY! use-after-free
}
static void square_destroy(struct shape *shape) { free(shape); }
static const struct methods square = {square_area, square_destroy};
static int area;

static void *draw(void *arg) {
    struct shape *shape = arg;
    area = shape->methods->area(shape); // MEMORY! use-after-free
    return NULL;
}

static void *erase(void *arg) {
    struct shape *shape = arg;
    shape->methods->destroy(shape);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    struct shape *shape = malloc(sizeof *shape);
    shape->methods = &square;
    shape->side = 3;
    pthread_create(&t1, NULL, draw, shape);
    pthread_create(&t2, NULL, erase, shape);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
