// A cache for the last square. Every access holds the lock, so there is no data race, and plain runs print 9 and 16.
// But looking, filling and reading are three critical sections: in between, another thread may fill in its own square.
#include <pthread.h>
#include <raddle.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cached;

static int get(void)
{
    pthread_mutex_lock(&lock);
    int found = cached;
    pthread_mutex_unlock(&lock);
    return found;
}

static void fill(int with)
{
    pthread_mutex_lock(&lock);
    cached = with;
    pthread_mutex_unlock(&lock);
}

static int square(int n)
{
    RADDLE_ATOMIC;
    if (get() != n * n)
        fill(n * n);
    return get();
}

static void *print_square(void *n)
{
    printf("%d\n", square(*(int *)n));
    return NULL;
}

int main(void)
{
    int three = 3, four = 4;
    pthread_t one, other;
    pthread_create(&one, NULL, print_square, &three);
    pthread_create(&other, NULL, print_square, &four);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
