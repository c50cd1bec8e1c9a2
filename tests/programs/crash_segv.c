// CONSTRUCT: a null pointer dereferenced in a thread, under every schedule
// EXIT: signal SEGV
#include <pthread.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

static struct node only = {1, NULL};
static struct node *cursor = &only;
static int sum;

static void *walk(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        sum += cursor->value; /* the second time cursor is null */
        cursor = cursor->next;
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, walk, NULL);
    pthread_join(t, NULL);
    return 0;
}
