// CONSTRUCT: the block takes the pointer once; another thread puts another structure in its place
// ATOMIC: area
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

struct size {
    int width, height;
};
static struct size small = {1, 2}, large = {30, 40};
static struct size *_Atomic current = &small;

static int area(void) {
    struct size *mine = atomic_load(&current); // ATOMIC
    return mine->width * mine->height;
}

static void *draw(void *arg) {
    printf("%d\n", area());
    return arg;
}

static void *enlarge(void *arg) {
    large.width = 50;
    atomic_store(&current, &large);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, draw, NULL);
    pthread_create(&b, NULL, enlarge, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
