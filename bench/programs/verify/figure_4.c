/* Figure 4 of the trace-driven verification paper, with the paper's line numbers: recursion that creates threads.
 *
 *   argv[1]       a: it creates a + 1 threads, unless another thread has changed x by then
 *   (default)     as in the paper: the else of line 9 covers lines 10 and 11, and line 11 can be reached (y == 0)
 *   -DSAFE        the assertion of line 11 holds: y is 1 at first, is set to 1, and is made smaller; and foo calls itself at
 *                 most a times (in the paper's program for ever, if the other threads always make x positive in time)
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifdef SAFE
#define LINE_11 assert(y <= 1)
#define DEEPER(a) ((a) > 0)
#else
#define LINE_11 assert(0)
#define DEEPER(a) 1
#endif

static int x = 1, y = 1;

static void complexA(void)
{
    x = x + y;
}

static void complexB(void)
{
    x = 1;
}

static void *bar(void *unused)
{
    int b = 1;
    y = b;             /* 13 */
    if (y > 0) {       /* 14 */
        x = x - y;     /* 15 */
        y = y - 1;     /* 16 */
    } else {           /* 17 */
        complexB();    /* 18 */
    }
    return unused;
}

static void foo(int a)
{
    pthread_t t;
    pthread_create(&t, NULL, bar, NULL); /* 0 */
    x = a;                               /* 1 */
    if (x > 0 && DEEPER(a)) {            /* 2 */
        foo(a - 1);                      /* 3 */
    } else if (y <= 1 && y != 0) {       /* 5 */
        x = y - x;                       /* 6 */
    } else if (y > 10) {                 /* 7 */
        complexA();                      /* 8 */
    } else {                             /* 9 */
        x = x - y;                       /* 10 */
        LINE_11;
    }
    pthread_join(t, NULL); /* 12 */
}

int main(int argc, char **argv)
{
    foo(argc > 1 ? atoi(argv[1]) : 1);
    return 0;
}
