// CONSTRUCT: static variables inside functions, shared by the threads that call them
// EXIT: 0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seen[8];

static int next_ticket(void) {
    static int ticket;
    static int calls = 100;
    pthread_mutex_lock(&lock);
    int mine = ticket++;
    calls++;
    assert(calls == 100 + ticket);
    pthread_mutex_unlock(&lock);
    return mine;
}

static void *take(void *arg) {
    (void)arg;
    static int unused_initial = 5; /* a different object from the one in next_ticket */
    for (int i = 0; i < 3; i++)
        seen[next_ticket()]++;
    assert(unused_initial == 5);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, take, NULL);
    pthread_create(&t2, NULL, take, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    for (int i = 0; i < 6; i++)
        assert(seen[i] == 1);
    assert(next_ticket() == 6);
    return 0;
}
