// CONSTRUCT: a cursor is to be rewound before it is read with: nobody waits for that
#include <pthread.h>

static const int tape[4] = {2, 3, 5, 7};
static int cursor = 3, sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *rewinder(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    cursor = 0;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *player(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        sum += tape[cursor]; // MEMORY! out-of-bounds
        cursor++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, rewinder, NULL);
    pthread_create(&t2, NULL, player, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
