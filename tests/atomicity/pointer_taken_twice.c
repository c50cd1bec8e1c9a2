// CONSTRUCT: the block goes through the pointer twice, and gets one field of each structure
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
    int width = atomic_load(&current)->width; // TORN!
    return width * atomic_load(&current)->height; // TORN!
}

static void *draw(void *arg) {
    printf("%d\n", area());
    return arg;
}

static void *enlarge(void *arg) {
    atomic_store(&current, &large); // TORN!
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
