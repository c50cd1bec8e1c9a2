// CONSTRUCT: W-W-W: another write comes between two, and is lost
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdio.h>

enum { off, on, blinking };
static atomic_int light = off;

static void *flash(void *arg) {
    RADDLE_ATOMIC;
    atomic_store_explicit(&light, on, memory_order_release); // TORN!
    atomic_store_explicit(&light, off, memory_order_release); // TORN!
    return arg;
}

static void *alarm_on(void *arg) {
    atomic_store_explicit(&light, blinking, memory_order_release); // TORN!
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, flash, NULL);
    pthread_create(&b, NULL, alarm_on, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", light);
    return 0;
}
