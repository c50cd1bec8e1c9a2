// CONSTRUCT: two threads taking turns by spinning on a plain shared variable
// EXIT: 0
#include <assert.h>
#include <pthread.h>
#include <sched.h>

int turn;
int log_[6];
int used;

static void *player(void *arg) {
    int me = (int)(long)arg;
    for (int i = 0; i < 3; i++) {
        while (turn != me)
            sched_yield();
        log_[used++] = me;
        turn = 1 - me;
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, player, (void *)0L);
    pthread_create(&t2, NULL, player, (void *)1L);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(used == 6);
    for (int i = 0; i < 6; i++)
        assert(log_[i] == i % 2);
    return 0;
}
