// CONSTRUCT: an operation is chosen through a function pointer in a shared struct
#include <assert.h>
#include <pthread.h>

static int x = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(void) { x = x + 10; }
static void triple(void) { x = x * 3; }

struct action {
    void (*run)(void);
    int times;
};

static struct action actions[2] = {{add, 1}, {triple, 1}};

static void *act(void *arg) {
    struct action *action = arg;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < action->times; i++)
        action->run();
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, act, &actions[0]);
    pthread_create(&t2, NULL, act, &actions[1]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x >= 13); // HOLDS
    assert(x == 33); // FAILS
    return 0;
}
