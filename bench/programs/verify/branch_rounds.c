/* Two threads, ROUNDS rounds each: in each one a thread branches on what the other has done by then. The number of paths of a
 * thread is 2^ROUNDS; they meet again behind each branch. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef ROUNDS
#define ROUNDS 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, turn;

static void *play(void *mine)
{
    int me = mine != NULL;
    for (int round = 0; round < ROUNDS; round++) {
        pthread_mutex_lock(&lock);
        if (turn == me)
            total = total + 1;
        else
            turn = me;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, play, NULL);
    pthread_create(&other, NULL, play, &other);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    assert(total <= 2 * ROUNDS);
    return 0;
}
