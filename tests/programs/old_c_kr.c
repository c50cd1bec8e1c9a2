// CONSTRUCT: old C: K&R definitions, implicit int, implicit declarations
// FLAGS: -std=gnu89 -w
// EXIT: 0
// OUTPUT: 7 5\n
#include <pthread.h>

static count;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

add(a, b)
int a, b;
{
    return a + b;
}

void *work(arg)
void *arg;
{
    pthread_mutex_lock(&lock);
    count = add(count, *(int *)arg);
    pthread_mutex_unlock(&lock);
    return 0;
}

main(argc, argv)
char **argv;
{
    pthread_t t1, t2;
    int three = 3, four = 4;
    pthread_create(&t1, 0, work, &three);
    pthread_create(&t2, 0, work, &four);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    printf("%d %d\n", count, later(argc));
    return 0;
}

later(n) { return n + 4; }
