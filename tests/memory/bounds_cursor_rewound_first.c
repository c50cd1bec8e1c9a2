// CONSTRUCT: a cursor is rewound before the barrier behind which it is read with
#include <pthread.h>

static const int tape[4] = {2, 3, 5, 7};
static int cursor = 3, sum;
static pthread_barrier_t rewound;

static void *rewinder(void *arg) {
    (void)arg;
    cursor = 0;
    pthread_barrier_wait(&rewound);
    return NULL;
}

static void *player(void *arg) {
    (void)arg;
    pthread_barrier_wait(&rewound);
    for (int i = 0; i < 2; i++) {
        sum += tape[cursor]; // SAFE
        cursor++;
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_barrier_init(&rewound, NULL, 2);
    pthread_create(&t1, NULL, rewinder, NULL);
    pthread_create(&t2, NULL, player, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
