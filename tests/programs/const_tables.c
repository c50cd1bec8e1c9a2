// CONSTRUCT: constant tables, strings and pointers to them indexed by a shared value
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <string.h>

static const int squares[5] = {0, 1, 4, 9, 16};
static const char *const names[] = {"zero", "one", "two", "three", "four"};
static const char grid[2][3] = {{'a', 'b', 'c'}, {'d', 'e', 'f'}};
static int index_;
static int total;
static size_t letters;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *walk(void *arg) {
    int steps = *(const int *)arg;
    for (int i = 0; i < steps; i++) {
        pthread_mutex_lock(&lock);
        total += squares[index_];
        letters += strlen(names[index_]);
        index_++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    static const int two = 2, three = 3;
    pthread_t t1, t2;
    pthread_create(&t1, NULL, walk, (void *)&two);
    pthread_create(&t2, NULL, walk, (void *)&three);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(total == 30 && letters == 19 && index_ == 5);
    assert(grid[index_ - 4][2] == 'f' && "literal"[index_] == 'a');
    return 0;
}
