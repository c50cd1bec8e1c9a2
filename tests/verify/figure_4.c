// VERIFY bug
// CONSTRUCT: trace-driven verification, figure 4: recursion creates threads; line 9's else covers 10 and 11
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int x = 1, y = 1;

static void complexA(void) {
    x = x + y;
}

static void complexB(void) {
    x = 1;
}

static void *bar(void *arg) {
    int b = 1;
    y = b;          /* 13 */
    if (y > 0) {    /* 14 */
        x = x - y;  /* 15 */
        y = y - 1;  /* 16 */
    } else {        /* 17 */
        complexB(); /* 18 */
    }
    return arg;
}

static void foo(int a) {
    pthread_t t;
    pthread_create(&t, NULL, bar, NULL); /* 0 */
    x = a;                               /* 1 */
    if (x > 0) {                         /* 2 */
        foo(a - 1);                      /* 3 */
    } else if (y <= 1 && y != 0) {       /* 5 */
        x = y - x;                       /* 6 */
    } else if (y > 10) { /* 7 */         // FAILS // FAILS
        complexA();                      /* 8 */
    } else {                             /* 9 */
        x = x - y;                       /* 10 */
        assert(0);                       // FAILS
    }
    pthread_join(t, NULL); /* 12 */
}

int main(int argc, char **argv) {
    foo(argc > 1 ? atoi(argv[1]) : 1);
    return 0;
}
