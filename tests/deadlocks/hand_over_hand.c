// CONSTRUCT: a list whose nodes are locked hand over hand, always forwards
#include <pthread.h>

struct node {
    pthread_mutex_t lock;
    int value;
    struct node *next;
};

static struct node third = {PTHREAD_MUTEX_INITIALIZER, 3, NULL};
static struct node second = {PTHREAD_MUTEX_INITIALIZER, 2, &third};
static struct node first = {PTHREAD_MUTEX_INITIALIZER, 1, &second};

static void *walker(void *arg) {
    (void)arg;
    struct node *node = &first;
    pthread_mutex_lock(&node->lock);
    node->value++;
    while (node->next) {
        struct node *next = node->next;
        pthread_mutex_lock(&next->lock);
        next->value++;
        pthread_mutex_unlock(&node->lock);
        node = next;
    }
    pthread_mutex_unlock(&node->lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, walker, NULL);
    pthread_create(&t2, NULL, walker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
